import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { Credentials } from '#client/api/sign-in.ts';
import { tokenStore } from '#client/api/token-store.ts';
import { mailRule, passwordRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { errorText, textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { MailField } from '#client/ui/mail-field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { WaitNote } from '#client/ui/waiting.tsx';

const FormSchema = v.object({ mail: mailRule, password: passwordRule });

export interface SignInFormProps<Account> {
  /** Throws if the account may not sign in here. */
  readonly signIn: (queryClient: QueryClient, credentials: Credentials) => Promise<Account>;
  /** When the form is sent: the previous account is forgotten from then on. */
  readonly onAttempt: () => void;
  readonly onSignedIn: (account: Account) => void;
  readonly forgotLink: ReactNode;
}

export const SignInForm = <Account,>({
  signIn,
  onAttempt,
  onSignedIn,
  forgotLink,
}: SignInFormProps<Account>) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const endedBy = useSyncExternalStore(tokenStore.subscribe, () => tokenStore.endedBy);
  const attempt = useMutation({
    mutationFn: ({ mail, password }: v.InferOutput<typeof FormSchema>) =>
      signIn(queryClient, { username: mail, password }),
    onSuccess: onSignedIn,
    onError: () => form.focus('password'),
  });
  const form = useValidatedForm(FormSchema, (values) => {
    onAttempt();
    attempt.mutate(values);
  });
  return (
    <chakra.form display="grid" gap="3" {...form.formProps}>
      {endedBy && !attempt.error && <Banner tone="warning">{i18n._(errorText[endedBy])}</Banner>}
      {attempt.error && <Banner tone="error">{i18n._(textOfError(attempt.error))}</Banner>}
      <MailField label={t`E-mail address`} autoComplete="username" autoFocus {...form.field('mail')} />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        aside={forgotLink}
        {...form.field('password')}
      />
      {/* Until the next page is there, which may still be loading. */}
      <Button type="submit" size="lg" mt="2" loading={attempt.isPending || attempt.isSuccess}>
        {t`Sign in`}
      </Button>
      {attempt.isPending && <WaitNote />}
    </chakra.form>
  );
};
