import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createItem } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { InZone } from '#client/features/manage/shell/in-zone.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { iri } from '#protocol/rest/field.ts';
import { AudienceField, EVERYONE } from './audience-field.tsx';
import { NotificationFields } from './notification-fields.tsx';
import { NotificationPreview } from './notification-preview.tsx';
import {
  NewNotificationSchema,
  NOTIFICATION_FIELDS,
  notificationBody,
  notificationTexts,
} from './notification-schema.ts';
import { useShownTexts } from './use-shown-texts.ts';

const FIRST_TEXTS = notificationTexts(null, 'UTC');

/** Tells the users of a customer something; an administrator may tell everyone. */
export const AddNotificationDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <InZone>{(zone) => <AddInZone zone={zone} onClose={onClose} />}</InZone>
);

const AddInZone = ({ zone, onClose }: { readonly zone: string; readonly onClose: () => void }) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useSendForm({
    schema: NewNotificationSchema,
    fields: NOTIFICATION_FIELDS,
    async send({ customer, ...values }) {
      await createItem('notifications', {
        customer: customer === EVERYONE ? null : iri('customers', customer),
        ...notificationBody(values, zone),
      });
      showSnackbar('success', <Trans>Notification added</Trans>);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['notifications'] });
    },
  });
  const [shown, formProps] = useShownTexts(form.formProps, FIRST_TEXTS);
  return (
    <SendDialog
      title={t`Add a notification`}
      width="52rem"
      form={{ ...form, formProps }}
      submitLabel={<Trans>Add</Trans>}
      onClose={onClose}
    >
      <AudienceField
        label={t`Audience`}
        everyone={t`Everyone, at all customers`}
        {...form.field('customer')}
      />
      <NotificationFields texts={FIRST_TEXTS} shown={shown} field={form.field} zone={zone} isNew />
      <NotificationPreview texts={shown} zone={zone} />
    </SendDialog>
  );
};
