import { Trans, useLingui } from '@lingui/react/macro';
import { EllipsisVertical, KeyRound, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Webhook } from '#client/api/api-types.ts';
import { renewSecret, sendTest } from '#client/api/queries/manage/webhooks.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useEnableWebhook } from './use-enable-webhook.tsx';

/** What can be done with a webhook on its page. */
export const WebhookTools = ({ webhook }: { readonly webhook: Webhook }) => {
  const { t } = useLingui();
  const editing = useAddressDialog('edit');
  const deleting = useAddressDialog('delete');
  const enable = useEnableWebhook();
  const test = useChange('webhook_deliveries', () => sendTest(webhook.id), {
    done: <Trans>The test event is on its way. The list of deliveries shows its result.</Trans>,
    tone: 'info',
  });
  const [renewing, setRenewing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <Button size="sm" disabled={!webhook.enabled} loading={test.isPending} onClick={() => test.mutate()}>
        <Send aria-hidden />
        <Trans>Send a test event</Trans>
      </Button>
      <Button size="sm" variant="outline" onClick={() => enable(webhook)}>
        <Power aria-hidden />
        {webhook.enabled ? <Trans>Disable</Trans> : <Trans>Enable</Trans>}
      </Button>
      <Menu
        trigger={
          <IconButton label={t`More options`} size="sm">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => editing.open(webhook.id)}>
          <Trans>Edit</Trans>
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => setRenewing(true)}>
          <Trans>Renew the secret</Trans>
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => deleting.open(webhook.id)}>
          <Trans>Delete</Trans>
        </MenuItem>
      </Menu>
      {renewing && (
        <ConfirmChange
          title={t`Renew the secret?`}
          confirmLabel={t`Renew`}
          queryKey="webhooks"
          change={async () => setSecret((await renewSecret(webhook.id)).secret ?? null)}
          onClose={() => setRenewing(false)}
        >
          <Trans>
            Your server has to know the new one within 24 hours: until then events are signed with both. This
            can’t be undone.
          </Trans>
        </ConfirmChange>
      )}
      {secret !== null && <SecretDialog secret={secret} renewed onClose={() => setSecret(null)} />}
    </>
  );
};
