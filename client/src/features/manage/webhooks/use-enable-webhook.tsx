import { Trans } from '@lingui/react/macro';
import type { Webhook } from '#client/api/api-types.ts';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { webhookName } from './webhook-name.ts';

/** Enables a webhook, or disables one that is enabled; can be undone. */
export function useEnableWebhook(): (webhook: Webhook) => void {
  const { mutate } = useUndoable('webhooks');
  return (webhook) => {
    const name = webhookName(webhook);
    mutate({
      id: webhook.id,
      body: { enabled: !webhook.enabled },
      reverse: ({ enabled }) => ({ enabled }),
      done: webhook.enabled ? <Trans>{name} was disabled</Trans> : <Trans>{name} was enabled</Trans>,
    });
  };
}
