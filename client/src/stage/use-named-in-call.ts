import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { useNamed } from '#client/i18n/use-named.ts';
import type { Named } from '#protocol/name-in-sentence.ts';

/** As `useNamed`, with a mark on guests: they choose their names, which may be that of a member. */
export function useNamedInCall(): (who: Named) => string {
  const { t } = useLingui();
  const named = useNamed();
  return useCallback(
    (who) => {
      const name = named(who);
      return who.kind === 'guest' ? t`${name} (guest)` : name;
    },
    [named, t],
  );
}

/** The name alone, as under a picture, with the same mark. */
export function useMarkedName(): (who: Named) => string {
  const { t } = useLingui();
  return useCallback(({ kind, name }) => (kind === 'guest' ? t`${name} (guest)` : name), [t]);
}
