import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { foundObjectsQuery } from '#client/api/queries/manage/search.ts';
import { consoleGroups } from './navigation-items.ts';
import { type HitKind, objectPages } from './object-pages.ts';
import { paletteActions } from './palette-actions.ts';
import { inOrder, type PaletteTarget } from './palette-order.ts';
import { recentPlacesAtom } from './recent-places.ts';
import { useConsoleAccount } from './use-console-account.ts';
import { useScope } from './use-scope.ts';

export interface PaletteEntry {
  /** Below `/manager`. */
  readonly path: string;
  readonly title: string;
  /** What it is, or whose. */
  readonly detail: string;
}

const kinds: Readonly<Record<HitKind, MessageDescriptor>> = {
  users: msg`User`,
  devices: msg`Device`,
  pairs: msg`Pair`,
  groups: msg`Group`,
  customers: msg`Customer`,
};
/** Their detail is a name of their own: a mail address or a serial number. Of the others it is the owner's. */
const namedByDetail: ReadonlySet<HitKind> = new Set(['users', 'devices', 'customers']);
const order: readonly HitKind[] = ['users', 'devices', 'pairs', 'groups', 'customers'];

/**
 * What the palette offers: screens and actions at once, objects when the server has found them; before anything is typed, what was looked at last.
 *
 * @param settled what is typed, once typing has paused: the server is asked for that
 */
export function usePaletteEntries(
  query: string,
  settled: string,
): {
  readonly entries: readonly PaletteEntry[];
  readonly isFetching: boolean;
} {
  const { t, i18n } = useLingui();
  const account = useConsoleAccount();
  const recent = useAtomValue(recentPlacesAtom);
  const { data, isFetching } = useQuery({
    ...foundObjectsQuery(settled),
    enabled: settled !== '',
  });
  const { customerId } = useScope();
  const isAdmin = account.kind === 'admin';
  const places = [
    ...consoleGroups(isAdmin)
      .flatMap(({ items }) => items)
      .map((item) => ({ ...item, kind: 'screen' as const, detail: t`Screen` })),
    ...paletteActions({ isAdmin, hasCustomer: customerId !== null }).map((action) => ({
      ...action,
      kind: 'action' as const,
      detail: t`Action`,
    })),
  ];
  const entryOf = ({ to, label, detail }: (typeof places)[number]): PaletteEntry => ({
    path: to,
    title: i18n._(label),
    detail,
  });
  if (query === '') {
    const visited = recent.map(({ path, title }) => ({ path, title, detail: t`Recently opened` }));
    const others = places.map(entryOf).filter(({ path }) => visited.every((place) => place.path !== path));
    return { entries: [...visited, ...others], isFetching: false };
  }
  const known = places.map((place) => ({
    ...entryOf(place),
    kind: place.kind,
    names: [i18n._(place.label), place.words],
  }));
  const objects = order.flatMap((kind) => {
    const pageOf = objectPages[kind];
    const what = i18n._(kinds[kind]);
    // Those of an earlier text would be opened by an early Enter.
    return (settled === query ? (data?.[kind] ?? []) : []).map(
      ({ id, name, detail, customerName }): PaletteEntry & PaletteTarget => ({
        path: pageOf(id),
        title: name,
        detail: [what, detail === name ? null : detail, customerName].filter(Boolean).join(' · '),
        kind: 'object',
        names: namedByDetail.has(kind) ? [name, detail ?? name] : [name],
      }),
    );
  });
  return { entries: inOrder(query, [...known, ...objects]), isFetching: isFetching || settled !== query };
}
