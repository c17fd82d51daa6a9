import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { WebhookDelivery } from '#client/api/api-types.ts';
import { DialogLink } from '#client/features/manage/shell/dialog-link.tsx';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { MAIN_TIME, type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { WRAPPED } from '#client/features/manage/table/wide-cells.ts';
import { Badge } from '#client/ui/badge.tsx';
import { CellTime } from '#client/ui/short-time.tsx';
import { deliveryErrorText, deliveryErrorTexts } from './delivery-error-text.ts';
import { deliveryText, deliveryTone, deliveryWords } from './delivery-state.ts';
import { eventText } from './event-text.ts';

/** The columns of the deliveries of a webhook; the same array as long as the language is. */
export function useDeliveryColumns(): readonly ManageColumn<WebhookDelivery>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<WebhookDelivery>[] => [
      {
        id: 'created',
        label: t`Created`,
        main: true,
        ...MAIN_TIME,
        sortBy: 'created',
        cell: ({ id, created }) => (
          <DialogLink name="delivery" value={id}>
            <CellTime time={created} />
          </DialogLink>
        ),
      },
      {
        id: 'event',
        label: t`Event`,
        width: 130,
        exported: { field: 'event', words: wordsOf(i18n, eventText) },
        cell: ({ event }) => i18n._(eventText[event]),
      },
      {
        id: 'state',
        label: t`State`,
        width: 164,
        exported: { field: 'state', words: wordsOf(i18n, deliveryText) },
        cell: (row) => <Badge tone={deliveryTone[row.state]}>{i18n._(deliveryWords(row))}</Badge>,
      },
      {
        id: 'status',
        label: t`HTTP status`,
        width: 112,
        align: 'end',
        exported: { field: 'lastStatus' },
        cell: ({ lastStatus }) => lastStatus ?? '–',
      },
      {
        id: 'duration',
        label: t`Took`,
        width: 88,
        exported: { field: 'lastDuration' },
        align: 'end',
        cell: ({ lastDuration }) => (lastDuration === null ? '–' : t`${lastDuration} ms`),
      },
      { id: 'attempts', label: t`Attempts`, width: 92, align: 'end', cell: ({ attempts }) => attempts },
      {
        id: 'error',
        label: t`Error`,
        width: 172,
        exported: { field: 'lastError', words: wordsOf(i18n, deliveryErrorTexts) },
        cell: ({ lastError }) =>
          lastError && <span style={WRAPPED}>{deliveryErrorText(i18n, lastError)}</span>,
        empty: ({ lastError }) => lastError === null,
      },
      {
        id: 'nextAttempt',
        label: t`Next attempt`,
        ...TIME,
        hidden: true,
        cell: ({ nextAttempt }) => nextAttempt && <CellTime time={nextAttempt} />,
        empty: ({ nextAttempt }) => nextAttempt === null,
      },
    ],
    [t, i18n],
  );
}
