import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '#client/api/api-types.ts';
import { createItem } from '#client/api/call-api.ts';
import { CustomerField } from '#client/features/manage/form/customer-field.tsx';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { iri } from '#protocol/rest/field.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { NewWebhookSchema, webhookBody, webhookTexts } from './webhook-schema.ts';

export interface AddWebhookDialogProps {
  /** With its secret, which is shown this once. */
  readonly onMade: (webhook: Webhook) => void;
  readonly onClose: () => void;
}

const FIRST_TEXTS = webhookTexts(null);

export const AddWebhookDialog = ({ onMade, onClose }: AddWebhookDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { customerId } = useScope();
  const form = useSendForm({
    schema: NewWebhookSchema,
    // A customer may have too many: where there is nothing to choose, the address says so.
    fields: { customer: 'url' },
    async send({ customer, ...values }) {
      const made = await createItem('webhooks', {
        ...(customer !== '' && { customer: iri('customers', customer) }),
        ...webhookBody(values),
      });
      onClose();
      onMade(made);
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <SendDialog
      title={t`Add a webhook`}
      width="36rem"
      form={form}
      submitLabel={<Trans>Add</Trans>}
      onClose={onClose}
    >
      <CustomerField defaultValue={customerId ?? ''} {...form.field('customer')} />
      <WebhookFields texts={FIRST_TEXTS} field={form.field} />
    </SendDialog>
  );
};
