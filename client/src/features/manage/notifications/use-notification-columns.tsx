import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Notification } from '#client/api/api-types.ts';
import { DialogLink } from '#client/features/manage/shell/dialog-link.tsx';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { serverNow } from '#client/server-clock.ts';
import { Badge } from '#client/ui/badge.tsx';
import { CellTime } from '#client/ui/short-time.tsx';

/** The columns of the list of notifications; the same array as long as the language is. */
export function useNotificationColumns(): readonly ManageColumn<Notification>[] {
  const { t } = useLingui();
  const language = useLanguage();
  return useMemo(
    (): readonly ManageColumn<Notification>[] => [
      {
        id: 'title',
        label: t`Title`,
        main: true,
        width: 260,
        cell: ({ id, title }) => (
          <DialogLink name="edit" value={id}>
            {title[language]}
          </DialogLink>
        ),
      },
      {
        id: 'state',
        label: t`State`,
        width: 110,
        exported: { field: 'state', words: { scheduled: t`Scheduled`, published: t`Published` } },
        cell: ({ datetime }) =>
          Date.parse(datetime) > serverNow() ? (
            <Badge tone="info">{t`Scheduled`}</Badge>
          ) : (
            <Badge>{t`Published`}</Badge>
          ),
      },
      {
        id: 'datetime',
        label: t`Appears`,
        ...TIME,
        sortBy: 'datetime',
        cell: ({ datetime }) => <CellTime time={datetime} />,
      },
      {
        id: 'audience',
        label: t`Audience`,
        width: 140,
        exported: { field: 'audience', words: { everyone: t`Everyone` } },
        cell: ({ customer, customerName }) => (customer === null ? t`Everyone` : customerName),
      },
      {
        id: 'contents',
        label: t`Contents`,
        width: 255,
        cell: ({ contents }) => contents[language],
        empty: ({ contents }) => contents[language] === '',
      },
    ],
    [t, language],
  );
}
