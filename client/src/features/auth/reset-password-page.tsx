import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { forgetAccount } from '#client/api/account-data.ts';
import { callApi } from '#client/api/call-api.ts';
import { passwordRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { errorText, textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';
import { type MailedLink, useMailedLink } from './link-query.ts';

const FormSchema = v.object({ password: passwordRule });

type Area = 'user' | 'manager';

/** `/user/password/reset`: where the link of the reset mail leads. */
export const UserResetPasswordPage = () => <ResetPassword area="user" />;

/** `/manager/password/reset`. */
export const ManagerResetPasswordPage = () => <ResetPassword area="manager" />;

const operationOf = (area: Area, link: MailedLink) =>
  link.kind === 'admin' ? 'admins.reset' : area === 'manager' ? 'users.resetManager' : 'users.reset';

const ResetPassword = ({ area }: { readonly area: Area }) => {
  const { t, i18n } = useLingui();
  const link = useMailedLink();
  return (
    <AuthLayout
      title={t`Set a new password`}
      footer={
        <AuthLink to={`/${area}/password/forgot`}>
          <Trans>Request a new link</Trans>
        </AuthLink>
      }
    >
      {link ? (
        <ResetForm area={area} link={link} />
      ) : (
        <Banner tone="error">{i18n._(errorText['reset-unknown'])}</Banner>
      )}
    </AuthLayout>
  );
};

const ResetForm = ({ area, link }: { readonly area: Area; readonly link: MailedLink }) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: ({ password }: v.InferOutput<typeof FormSchema>) =>
      callApi(operationOf(area, link), {
        body: { token: link.token, target: link.target, plainPassword: password },
      }),
    onSuccess: () => {
      // The server has ended every sign-in of the account.
      forgetAccount(queryClient);
      showSnackbar('success', <Trans>Password changed. Sign in with your new password.</Trans>);
      void navigate(area === 'manager' ? '/manager/signin' : '/signin');
    },
    onError: (error) => form.showViolations(error, { plainPassword: 'password' }),
  });
  const form = useValidatedForm(FormSchema, (values) => reset.mutate(values));
  return (
    <chakra.form display="grid" gap="3" {...form.formProps}>
      {reset.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(reset.error))}</Banner>}
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least 8 characters`}
        {...form.field('password')}
      />
      <Button type="submit" size="lg" mt="2" loading={reset.isPending}>
        <Trans>Change password</Trans>
      </Button>
    </chakra.form>
  );
};
