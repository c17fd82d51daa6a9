import { Trans, useLingui } from '@lingui/react/macro';
import { deleteItem } from '#client/api/call-api.ts';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { webhookName } from './webhook-name.ts';

export interface WebhookDialogsProps {
  /** The page of what is deleted is left. */
  readonly onDeleted?: () => void;
}

/** The dialogs about one webhook that have an address: of the list, and of the page of a webhook. */
export const WebhookDialogs = ({ onDeleted }: WebhookDialogsProps) => {
  const { t } = useLingui();
  const editing = useAddressDialog('edit');
  const deleting = useAddressDialog('delete');
  return (
    <>
      {editing.value !== null && (
        <Versioned path="webhooks" id={editing.value} title={t`Edit the webhook`} onClose={editing.close}>
          {(version) => <EditWebhookDialog version={version} onClose={editing.close} />}
        </Versioned>
      )}
      {deleting.value !== null && (
        <Versioned path="webhooks" id={deleting.value} title={t`Delete the webhook`} onClose={deleting.close}>
          {({ item, etag }) => {
            const name = webhookName(item);
            return (
              <ConfirmChange
                title={t`Delete “${name}”?`}
                confirmLabel={t`Delete`}
                queryKey="webhooks"
                change={async () => {
                  await deleteItem('webhooks', item.id, { ifMatch: etag });
                  onDeleted?.();
                }}
                done={<Trans>Webhook deleted</Trans>}
                onClose={deleting.close}
              >
                <Trans>
                  Its deliveries are deleted too, and those on their way are not sent. This can’t be undone.
                </Trans>
              </ConfirmChange>
            );
          }}
        </Versioned>
      )}
    </>
  );
};
