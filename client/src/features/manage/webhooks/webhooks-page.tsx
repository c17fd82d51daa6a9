import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { AddWebhookDialog } from './add-webhook-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { useWebhookColumns } from './use-webhook-columns.tsx';
import { WebhookDialogs } from './webhook-dialogs.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { webhookName } from './webhook-name.ts';
import { webhooksList } from './webhooks-list.ts';

/** `/manager/webhooks`. */
export const WebhooksPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(webhooksList);
  const query = useManagedList('webhooks', address);
  const columns = useWebhookColumns();
  const adding = usePlainDialog('add');
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button size="sm" onClick={() => adding.open()}>
      <Plus aria-hidden />
      <Trans>Add a webhook</Trans>
    </Button>
  );
  return (
    <ConsolePage title={t`Webhooks`} tools={add} fills>
      <ManageList
        caption={t`Webhooks`}
        searchLabel={t`Search webhooks`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={webhookName}
        Actions={WebhookMenu}
        empty={
          <EmptyState icon={<WebhookIcon aria-hidden />} title={t`No webhooks yet`} action={add}>
            <Trans>Send events about calls, recordings and users to your own system.</Trans>
          </EmptyState>
        }
      />
      {adding.isOpen && (
        <AddWebhookDialog onMade={(made) => setSecret(made.secret ?? null)} onClose={adding.close} />
      )}
      {secret !== null && <SecretDialog secret={secret} renewed={false} onClose={() => setSecret(null)} />}
      <WebhookDialogs />
    </ConsolePage>
  );
};
