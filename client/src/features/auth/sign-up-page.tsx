import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { installationQuery } from '#client/api/queries/installation.ts';
import { signUp } from '#client/api/sign-in.ts';
import { lineRule, passwordRule, strictMailRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { MailField } from '#client/ui/mail-field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { ViolationCode } from '#protocol/errors.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';
import { SignedUpNotice } from './signed-up-notice.tsx';

const says = (code: ViolationCode): ViolationCode => code;

const FormSchema = v.object({
  nickname: lineRule(MAX_NAME),
  mail: strictMailRule,
  password: passwordRule,
  /** A box that is not ticked is not sent. */
  terms: v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => text === 'agreed', says('terms-required')),
  ),
});

/** `/user/signup`. */
export const SignUpPage = () => {
  const { t, i18n } = useLingui();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const { data: installation } = useQuery(installationQuery());
  const attempt = useMutation({
    mutationFn: ({ mail, nickname, password }: v.InferOutput<typeof FormSchema>) =>
      signUp(queryClient, { email: mail, nickname, plainPassword: password, lang: language }),
    onError: (error) =>
      form.showViolations(error, { email: 'mail', nickname: 'nickname', plainPassword: 'password' }),
  });
  const form = useValidatedForm(FormSchema, (values) => attempt.mutate(values));
  if (attempt.isSuccess) return <SignedUpNotice mail={attempt.data.email} />;
  return (
    <AuthLayout
      title={t`Create your account`}
      lead={<Trans>All you need is a name, an e-mail address and a password.</Trans>}
      footer={
        <Trans>
          Already have an account? <AuthLink to="/signin">Back to sign-in</AuthLink>
        </Trans>
      }
    >
      <chakra.form display="grid" gap="3" {...form.formProps}>
        {attempt.error && !form.hasErrors && (
          <Banner tone="error">{i18n._(textOfError(attempt.error))}</Banner>
        )}
        <TextField
          label={t`Name`}
          hint={t`The name others see. You can change it later.`}
          autoComplete="nickname"
          maxLength={MAX_NAME}
          {...form.field('nickname')}
        />
        <MailField label={t`E-mail address`} autoComplete="username" {...form.field('mail')} />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least 8 characters`}
          {...form.field('password')}
        />
        <Checkbox value="agreed" {...form.field('terms')}>
          <Trans>
            I agree to the{' '}
            <AuthLink to="/terms" newWindow>
              terms of service
            </AuthLink>{' '}
            and have read the{' '}
            <AuthLink to={installation?.privacyUrl ?? '/privacy'} newWindow>
              privacy policy
            </AuthLink>
            .
          </Trans>
        </Checkbox>
        <Button type="submit" size="lg" mt="2" loading={attempt.isPending}>
          <Trans>Sign up</Trans>
        </Button>
      </chakra.form>
    </AuthLayout>
  );
};
