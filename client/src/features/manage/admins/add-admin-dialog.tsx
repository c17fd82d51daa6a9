import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createItem } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { MailField } from '#client/ui/mail-field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { creationOfAdmin, NewAdminSchema } from './admin-form.ts';

export const AddAdminDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useSendForm({
    schema: NewAdminSchema,
    async send(values) {
      const { email } = await createItem('admins', creationOfAdmin(values));
      await queryClient.invalidateQueries({ queryKey: ['admins'] });
      showSnackbar('success', <Trans>We sent a link to {email}. The account works once it is opened.</Trans>);
      onClose();
    },
  });
  return (
    <SendDialog
      title={t`Add an administrator`}
      form={form}
      submitLabel={<Trans>Add</Trans>}
      onClose={onClose}
    >
      <p>
        <Trans>Administrators see and change everything in this installation.</Trans>
      </p>
      <MailField label={t`E-mail address`} autoComplete="off" autoFocus {...form.field('email')} />
      <PasswordField
        label={t`First password`}
        hint={t`Pass it on in person. They can set another one by mail.`}
        autoComplete="new-password"
        {...form.field('plainPassword')}
      />
    </SendDialog>
  );
};
