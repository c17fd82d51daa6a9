import { Trans, useLingui } from '@lingui/react/macro';
import type { Notification } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { useCustomerNames } from '#client/features/manage/shell/use-customer-names.ts';
import { languageNames } from '#client/i18n/language.ts';
import { serverNow } from '#client/server-clock.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { NotificationFields } from './notification-fields.tsx';
import { NotificationPreview } from './notification-preview.tsx';
import {
  NOTIFICATION_FIELDS,
  NOTIFICATION_PROPERTIES,
  NotificationSchema,
  notificationBody,
  notificationTexts,
} from './notification-schema.ts';
import { useShownTexts } from './use-shown-texts.ts';

export interface EditNotificationDialogProps {
  readonly version: Tagged<Notification>;
  /** IANA name of the time zone of date and time; stays the same. */
  readonly zone: string;
  readonly onClose: () => void;
}

/** Changes a notification; who sees it stays. */
export const EditNotificationDialog = ({ version, zone, onClose }: EditNotificationDialogProps) => {
  const { t } = useLingui();
  const { id, customer, datetime } = version.item;
  const isVisible = Date.parse(datetime) <= serverNow();
  const customerId = customer && idOfIri(customer);
  const names = useCustomerNames(customerId === null ? [] : [customerId]);
  const audience = customerId === null ? t`Everyone, at all customers` : (names.get(customerId) ?? '');
  const titleIn = (name: string) => t`Title (${name})`;
  const contentsIn = (name: string) => t`Contents (${name})`;
  const form = useEditForm({
    path: 'notifications',
    id,
    version,
    schema: NotificationSchema,
    fields: NOTIFICATION_FIELDS,
    properties: NOTIFICATION_PROPERTIES,
    textsOf: (notification) => notificationTexts(notification, zone),
    bodyOf: (values) => notificationBody(values, zone),
    labels: {
      titleJa: titleIn(languageNames.ja),
      titleEn: titleIn(languageNames.en),
      contentsJa: contentsIn(languageNames.ja),
      contentsEn: contentsIn(languageNames.en),
      date: t`Date`,
      time: t`Time of day`,
    },
    onSaved: onClose,
    told: {
      done: () => <Trans>Notification changed</Trans>,
      undoable: ['title', 'contents', 'datetime'],
    },
  });
  const [shown, formProps] = useShownTexts(form.formProps, form.texts);
  return (
    <>
      <SendDialog
        title={t`Edit the notification`}
        width="52rem"
        form={{ ...form, formProps }}
        submitLabel={<Trans>Save</Trans>}
        onClose={onClose}
      >
        <p>
          <Trans>Audience: {audience}</Trans>
        </p>
        <NotificationFields texts={form.texts} shown={shown} field={form.field} zone={zone} isNew={false} />
        <NotificationPreview texts={shown} zone={zone} isVisible={isVisible} />
      </SendDialog>
      {form.question}
    </>
  );
};
