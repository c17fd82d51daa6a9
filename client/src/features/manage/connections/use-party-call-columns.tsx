import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Connection } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import type { ManageColumn } from '#client/features/manage/table/manage-column.ts';
import { peerName, peerNameWords } from '#client/i18n/peer-name.ts';
import { useCallColumns } from './use-call-columns.tsx';

/** The columns of the calls of one user or device; the same array as long as the language is. */
export const usePartyCallColumns = (): readonly ManageColumn<Connection>[] => {
  const { t, i18n } = useLingui();
  const common = useCallColumns();
  return useMemo(
    (): readonly ManageColumn<Connection>[] => [
      {
        id: 'with',
        label: t`With`,
        main: true,
        width: 240,
        exported: { field: 'name', words: peerNameWords(i18n) },
        cell: ({ name, callId }) => (
          <ConsoleLink to={`/manager/connections?callId=${callId}`}>{peerName(i18n, name)}</ConsoleLink>
        ),
      },
      ...common,
    ],
    [t, i18n, common],
  );
};
