import { Trans } from '@lingui/react/macro';
import type { Webhook } from '#client/api/api-types.ts';
import { Badge } from '#client/ui/badge.tsx';

/** Whether a webhook is used, and whether its receiver takes what it is sent. */
export const WebhookBadge = ({
  webhook,
}: {
  readonly webhook: Pick<Webhook, 'enabled' | 'failingSince'>;
}) => {
  if (!webhook.enabled) {
    return (
      <Badge>
        <Trans>Disabled</Trans>
      </Badge>
    );
  }
  return webhook.failingSince === null ? (
    <Badge tone="success">
      <Trans>Enabled</Trans>
    </Badge>
  ) : (
    <Badge tone="danger">
      <Trans>Failing</Trans>
    </Badge>
  );
};
