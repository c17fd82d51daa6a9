import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Webhook } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { eventText } from './event-text.ts';
import { WebhookBadge } from './webhook-badge.tsx';
import { webhookName } from './webhook-name.ts';

/** The columns of the list of webhooks; the same array as long as language and customer are. */
export function useWebhookColumns(): readonly ManageColumn<Webhook>[] {
  const { t, i18n } = useLingui();
  const ofOne = useScope().customerId !== null;
  return useMemo((): readonly ManageColumn<Webhook>[] => {
    const customer: ManageColumn<Webhook> = {
      id: 'customer',
      label: t`Customer`,
      width: 160,
      cell: ({ customerName }) => customerName,
    };
    return [
      {
        id: 'name',
        label: t`Name`,
        main: true,
        width: 185,
        sortBy: 'name',
        exported: { field: 'label' },
        cell: (row) => <ConsoleLink to={`/manager/webhooks/${row.id}`}>{webhookName(row)}</ConsoleLink>,
      },
      {
        id: 'state',
        label: t`State`,
        width: 124,
        exported: {
          field: 'state',
          words: { enabled: t`Enabled`, disabled: t`Disabled`, failing: t`Failing` },
        },
        cell: (row) => <WebhookBadge webhook={row} />,
      },
      {
        id: 'failingSince',
        label: t`Failing since`,
        ...TIME,
        ...(!ofOne && { hidden: true }),
        cell: ({ failingSince }) => failingSince && <CellTime time={failingSince} />,
        empty: ({ failingSince }) => failingSince === null,
      },
      { id: 'url', label: t`Address`, width: 236, sortBy: 'url', cell: ({ url }) => url },
      {
        id: 'events',
        label: t`Events`,
        width: 220,
        exported: { field: 'events', words: wordsOf(i18n, eventText) },
        cell: ({ events }) => events.map((event) => i18n._(eventText[event])).join(', '),
      },
      { ...customer, ...(ofOne && { hidden: true }) },
      {
        id: 'created',
        label: t`Created`,
        ...TIME,
        sortBy: 'created',
        hidden: true,
        cell: ({ created }) => <CellTime time={created} />,
      },
    ];
  }, [t, i18n, ofOne]);
}
