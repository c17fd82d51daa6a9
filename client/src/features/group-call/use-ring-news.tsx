import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { Rung } from '#client/call/group/rung.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** Shows each ring and its outcome as a notice, unless the people panel shows them (`listed`). */
export function useRingNews(rung: readonly Rung[], listed: boolean): void {
  const named = useNamed();
  const before = useRef(rung);
  useEffect(() => {
    const was = before.current;
    before.current = rung;
    if (listed) return;
    for (const one of rung) {
      if (!was.includes(one)) showSnackbar('info', <RingNews name={named(one.party)} state={one.state} />);
    }
  }, [rung, listed, named]);
}

const RingNews = ({ name, state }: Pick<Rung, 'state'> & { readonly name: string }) => {
  switch (state) {
    case 'ringing':
      return <Trans>{name} is being called.</Trans>;
    case 'declined':
      return <Trans>{name} can’t join now.</Trans>;
    case 'missed':
      return <Trans>{name} didn’t answer.</Trans>;
  }
};
