import { Trans } from '@lingui/react/macro';
import { redeliver } from '#client/api/queries/manage/webhooks.ts';
import { useChange } from '#client/ui/use-change.ts';

/** Delivers an event again. */
export const useRedeliver = (id: string) =>
  useChange('webhook_deliveries', () => redeliver(id), {
    done: <Trans>The event is on its way again. The list of deliveries shows its result.</Trans>,
    tone: 'info',
  });
