import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useMemo } from 'react';
import type { Item } from '#client/api/api-types.ts';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { Badge } from '#client/ui/badge.tsx';
import { CellTime } from '#client/ui/short-time.tsx';
import { type MailState, mailKindTexts, mailStateTexts } from './mail-texts.ts';

const tones: Readonly<Record<MailState, ComponentProps<typeof Badge>['tone']>> = {
  PENDING: 'neutral',
  UNCERTAIN: 'warning',
  FAILED: 'danger',
  SENT: 'success',
};

/** The columns of the list of mail; the same array as long as the language is. */
export function useMailColumns(): readonly ManageColumn<Item<'mails'>>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Item<'mails'>>[] => [
      { id: 'recipient', label: t`Recipient`, main: true, width: 220, cell: ({ recipient }) => recipient },
      {
        id: 'state',
        label: t`State`,
        width: 110,
        exported: { field: 'state', words: wordsOf(i18n, mailStateTexts) },
        cell: ({ state }) => <Badge tone={tones[state]}>{i18n._(mailStateTexts[state])}</Badge>,
      },
      {
        id: 'kind',
        label: t`About`,
        width: 190,
        exported: { field: 'kind', words: wordsOf(i18n, mailKindTexts) },
        cell: ({ kind }) => {
          const text = kind === null ? undefined : mailKindTexts[kind];
          return text ? i18n._(text) : kind;
        },
        empty: ({ kind }) => kind === null,
      },
      { id: 'subject', label: t`Subject`, width: 245, cell: ({ subject }) => subject },
      {
        id: 'created',
        label: t`Written`,
        ...TIME,
        sortBy: 'created',
        cell: ({ created }) => <CellTime time={created} />,
      },
      {
        id: 'settled',
        label: t`Sent or failed`,
        ...TIME,
        hidden: true,
        cell: ({ settled }) => settled && <CellTime time={settled} />,
        empty: ({ settled }) => settled === null,
      },
    ],
    [t, i18n],
  );
}
