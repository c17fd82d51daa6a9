import { Trans, useLingui } from '@lingui/react/macro';
import type { Admin } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { MailField } from '#client/ui/mail-field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AdminSchema, bodyOfAdmin, textsOfAdmin } from './admin-form.ts';

export interface EditAdminDialogProps {
  readonly version: Tagged<Admin>;
  readonly onClose: () => void;
}

export const EditAdminDialog = ({ version, onClose }: EditAdminDialogProps) => {
  const { t } = useLingui();
  const form = useEditForm({
    path: 'admins',
    id: version.item.id,
    version,
    schema: AdminSchema,
    textsOf: textsOfAdmin,
    bodyOf: bodyOfAdmin,
    labels: { email: t`E-mail address`, plainPassword: t`New password` },
    onSaved: ({ item }, changed) => {
      if (changed) showSnackbar('success', <Trans>{item.email} was changed</Trans>);
      onClose();
    },
  });
  return (
    <>
      <SendDialog
        title={t`Edit ${version.item.email}`}
        form={form}
        submitLabel={<Trans>Save</Trans>}
        onClose={onClose}
      >
        <MailField
          label={t`E-mail address`}
          hint={t`A new address counts once the link mailed to it has been followed.`}
          autoComplete="off"
          autoFocus
          defaultValue={form.texts.email}
          {...form.field('email')}
        />
        <PasswordField
          label={t`New password`}
          hint={t`If empty, the password stays as it is. A new one signs the administrator out everywhere.`}
          autoComplete="new-password"
          {...form.field('plainPassword')}
        />
      </SendDialog>
      {form.question}
    </>
  );
};
