import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { User } from '#client/api/api-types.ts';
import { mergeItem } from '#client/api/call-api.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { MailField } from '#client/ui/mail-field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { AppError } from '#protocol/app-error.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import { searchKey } from '#protocol/text.ts';
import { PendingMail } from './pending-mail.tsx';
import { ApplyBar, type Pending, SettingsSection } from './settings-section.tsx';

const FormSchema = v.object({
  nickname: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'too-long')),
  mail: strictMailRule,
  lang: v.picklist(languages),
  /** Asked for where the address changes. */
  currentPassword: v.optional(v.pipe(v.string(), v.nonEmpty('password-required'))),
});

export interface ProfileSettingsProps {
  readonly user: User;
  readonly pending: Pending;
}

/** Nickname, mail address, and the language of mails. */
export const ProfileSettings = ({ user, pending }: ProfileSettingsProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const [mail, setMail] = useState(user.email);
  const mailChanges = searchKey(mail).trim() !== user.email.toLowerCase();
  const apply = useMutation({
    mutationFn: ({ nickname, mail: email, lang, currentPassword }: v.InferOutput<typeof FormSchema>) =>
      mergeItem('users', user.id, {
        nickname,
        lang,
        ...(mailChanges && { email, currentPassword: currentPassword ?? '' }),
      }),
    onSuccess: (changed) => {
      pending.setModified(null);
      setMail(changed.email);
      showSnackbar('success', <Trans>Settings applied</Trans>);
      queryClient.setQueryData(currentUserQuery().queryKey, changed);
    },
    onError: (error) =>
      form.showViolations(error, {
        nickname: 'nickname',
        email: 'mail',
        currentPassword: 'currentPassword',
      }),
  });
  const form = useValidatedForm(FormSchema, (values) => apply.mutate(values));
  const modified = pending.modified === 'profile';
  return (
    <chakra.form
      {...form.formProps}
      // The values that it begins with are those of the server, whenever these change.
      key={`${user.nickname}\n${user.email}\n${user.pendingEmail}\n${user.lang}`}
      onInput={() => pending.setModified('profile')}
      onReset={() => {
        setMail(user.email);
        apply.reset();
        form.showErrors({});
        pending.setModified(null);
      }}
    >
      <SettingsSection
        title={t`Profile`}
        waiting={pending.modified !== null && !modified}
        footer={
          modified && (
            <ApplyBar
              busy={apply.isPending}
              error={
                apply.error && !form.hasErrors
                  ? apply.error instanceof AppError && apply.error.code === 'too-many-requests'
                    ? i18n._(textOfError(apply.error))
                    : t`The settings couldn’t be applied.`
                  : null
              }
              onCancel={() => form.formProps.ref.current?.reset()}
            />
          )
        }
      >
        <TextField
          label={t`Nickname`}
          hint={t`The name others see. If empty, they see your e-mail address.`}
          autoComplete="nickname"
          maxLength={MAX_NAME}
          defaultValue={user.nickname}
          {...form.field('nickname')}
        />
        <MailField
          label={t`E-mail address`}
          reserve={false}
          hint={
            mailChanges &&
            t`We’ll send a link to the new address. Your current address stays in use until you open it.`
          }
          autoComplete="email"
          defaultValue={user.email}
          {...form.field('mail')}
          onInput={(event) => setMail(event.currentTarget.value)}
        />
        {user.pendingEmail !== null && <PendingMail userId={user.id} mail={user.pendingEmail} />}
        {mailChanges && (
          <PasswordField
            label={t`Your password`}
            hint={t`Enter your current password to confirm`}
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
        <Segmented
          name="lang"
          label={t`Language of e-mails`}
          options={languages.map((code) => ({ value: code, label: languageNames[code], lang: code }))}
          defaultValue={user.lang}
        />
      </SettingsSection>
    </chakra.form>
  );
};
