import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { callApi } from '#client/api/call-api.ts';
import { asStep } from '#client/api/failed-step.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { MailField } from '#client/ui/mail-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';

const FormSchema = v.object({ mail: strictMailRule });

interface ForgotPasswordProps {
  readonly operation: 'users.reset' | 'users.resetManager';
  readonly signInPath: '/signin' | '/manager/signin';
}

/** `/user/password/forgot`. */
export const UserForgotPasswordPage = () => <ForgotPassword operation="users.reset" signInPath="/signin" />;

/** `/manager/password/forgot`. */
export const ManagerForgotPasswordPage = () => (
  <ForgotPassword operation="users.resetManager" signInPath="/manager/signin" />
);

const ForgotPassword = ({ operation, signInPath }: ForgotPasswordProps) => {
  const { t, i18n } = useLingui();
  const request = useMutation({
    mutationFn: ({ mail }: v.InferOutput<typeof FormSchema>) =>
      asStep('reset-step-failed', callApi(operation, { body: { email: mail } })),
    onError: (error) => form.showViolations(error, { email: 'mail' }),
  });
  const form = useValidatedForm(FormSchema, (values) => request.mutate(values));
  return (
    <AuthLayout
      title={t`Forgot your password?`}
      lead={<Trans>We’ll send you a link to set a new password.</Trans>}
      footer={
        <AuthLink to={signInPath}>
          <Trans>Back to sign-in</Trans>
        </AuthLink>
      }
    >
      {request.isSuccess ? (
        <Banner tone="success">
          <Trans>If this address has an account, we’ve sent a link to it. The link expires in 1 hour.</Trans>
        </Banner>
      ) : (
        <chakra.form display="grid" gap="3" {...form.formProps}>
          {request.error && !form.hasErrors && (
            <Banner tone="error">{i18n._(textOfError(request.error))}</Banner>
          )}
          <MailField label={t`E-mail address`} autoComplete="username" {...form.field('mail')} />
          <Button type="submit" size="lg" mt="2" loading={request.isPending}>
            <Trans>Send link</Trans>
          </Button>
        </chakra.form>
      )}
    </AuthLayout>
  );
};
