import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { callApi } from '#client/api/call-api.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { MailField } from '#client/ui/mail-field.tsx';

const FormSchema = v.object({ mail: strictMailRule });

/** A new verification link, for someone who is not signed in. */
export const ResendForm = ({ kind }: { readonly kind: 'user' | 'admin' }) => {
  const { t, i18n } = useLingui();
  const resend = useMutation({
    mutationFn: ({ mail }: v.InferOutput<typeof FormSchema>) =>
      callApi(kind === 'admin' ? 'admins.resendVerification' : 'users.resendVerification', {
        body: { email: mail },
      }),
    onError: (error) => form.showViolations(error, { email: 'mail' }),
  });
  const form = useValidatedForm(FormSchema, (values) => resend.mutate(values));
  if (resend.isSuccess) {
    return (
      <Banner tone="success">
        <Trans>If there is an account with this address, a new link is on its way.</Trans>
      </Banner>
    );
  }
  return (
    <chakra.form display="grid" gap="3" {...form.formProps}>
      {resend.error && !form.hasErrors && <Banner tone="error">{i18n._(textOfError(resend.error))}</Banner>}
      <chakra.p textStyle="small" color="ink.muted">
        <Trans>If you’re changing your address, sign in and send the link again from Settings.</Trans>
      </chakra.p>
      <MailField label={t`E-mail address`} autoComplete="username" {...form.field('mail')} />
      <Button type="submit" loading={resend.isPending}>
        <Trans>Send a new link</Trans>
      </Button>
    </chakra.form>
  );
};
