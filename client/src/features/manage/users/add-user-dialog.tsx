import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createItem } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { UserFields } from './user-fields.tsx';
import { newUserBody, UserFormSchema } from './user-form.ts';

/** A new user, who sets the password by the link of an invitation. */
export const AddUserDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const lang = useLanguage();
  const { customerId } = useScope();
  const queryClient = useQueryClient();
  const form = useSendForm({
    schema: UserFormSchema,
    async send(values) {
      const { email } = await createItem('users', newUserBody(values));
      await queryClient.invalidateQueries({ queryKey: ['users'] });
      showSnackbar('success', <Trans>Invitation sent to {email}</Trans>);
      onClose();
    },
  });
  return (
    <SendDialog title={t`Add a user`} form={form} submitLabel={t`Send invitation`} onClose={onClose}>
      <UserFields
        form={form}
        texts={{ email: '', nickname: '', lang, customer: customerId ?? '' }}
        mailHint={t`The invitation goes there, with a link to set a password.`}
      />
    </SendDialog>
  );
};
