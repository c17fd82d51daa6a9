import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Item } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { ChangeLine } from './change-list.tsx';
import { logExportWords } from './export-words.ts';
import { actorAddress, objectAddress } from './object-address.ts';
import { useLogReader } from './use-log-reader.ts';
import { useLogWords } from './use-log-words.ts';

export type LogColumn = ManageColumn<Item<'logs'>>;

/** The columns of the log; the same array as long as the language is. */
export function useLogColumns(): readonly LogColumn[] {
  const { t, i18n } = useLingui();
  const words = useLogWords();
  const reader = useLogReader();
  const several = useScope().customerId === null;
  return useMemo((): readonly LogColumn[] => {
    const exported = logExportWords(i18n);
    return [
      {
        id: 'datetime',
        label: t`Time`,
        ...TIME,
        sortBy: 'datetime',
        cell: ({ datetime }) => <CellTime time={datetime} />,
      },
      {
        id: 'action',
        label: t`Action`,
        width: several ? 126 : 136,
        twoLines: true,
        exported: { field: 'action', words: words.actions },
        cell: (entry) => words.action(entry),
      },
      {
        id: 'object',
        label: t`Object`,
        main: true,
        width: several ? 214 : 240,
        twoLines: true,
        exported: { field: 'object', words: exported.object },
        cell: (entry) => linked(objectAddress(entry, reader), words.object(entry)),
      },
      {
        id: 'changes',
        label: t`Before and after`,
        width: several ? 226 : 270,
        twoLines: true,
        exported: { field: 'changes', words: exported.changes },
        cell: (entry) => <ChangeLine entry={entry} />,
        empty: ({ changes }) => changes.length === 0,
      },
      {
        id: 'actor',
        label: t`By`,
        width: several ? 112 : 132,
        twoLines: true,
        exported: { field: 'by', words: exported.by },
        cell: (entry) => linked(actorAddress(entry.actor, reader), words.actor(entry)),
      },
      {
        id: 'address',
        label: t`IP address`,
        width: 125,
        // It leaves its room to what was changed; the details of an entry have it.
        hidden: true,
        cell: ({ address }) => address,
        empty: ({ address }) => address === null,
      },
      {
        id: 'customer',
        label: t`Customer`,
        width: 100,
        twoLines: true,
        ...(!several && { hidden: true }),
        cell: ({ customerName }) => customerName,
        empty: ({ customerName }) => customerName === null,
      },
    ];
  }, [t, i18n, words, reader, several]);
}

const linked = (to: string | null, text: string) =>
  to === null ? text : <ConsoleLink to={to}>{text}</ConsoleLink>;
