import { Trans, useLingui } from '@lingui/react/macro';
import type { Webhook } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { eventText } from './event-text.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { eventsOfText, WebhookSchema, webhookBody, webhookTexts } from './webhook-schema.ts';

export interface EditWebhookDialogProps {
  readonly version: Tagged<Webhook>;
  readonly onClose: () => void;
}

export const EditWebhookDialog = ({ version, onClose }: EditWebhookDialogProps) => {
  const { t, i18n } = useLingui();
  const form = useEditForm({
    path: 'webhooks',
    id: version.item.id,
    version,
    schema: WebhookSchema,
    textsOf: webhookTexts,
    bodyOf: webhookBody,
    labels: { name: t`Name`, url: t`Address`, events: t`Events` },
    wordsOf: (field, text) =>
      field === 'events' && text !== ''
        ? eventsOfText(text)
            .map((event) => i18n._(eventText[event]))
            .join(', ')
        : undefined,
    onSaved: onClose,
    told: { done: () => <Trans>Webhook changed</Trans>, undoable: ['name', 'url', 'events'] },
  });
  return (
    <>
      <SendDialog
        title={t`Edit the webhook`}
        width="36rem"
        form={form}
        submitLabel={<Trans>Save</Trans>}
        onClose={onClose}
      >
        <WebhookFields texts={form.texts} field={form.field} />
      </SendDialog>
      {form.question}
    </>
  );
};
