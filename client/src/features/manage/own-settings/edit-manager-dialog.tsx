import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { User } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { managedUserQuery } from '#client/api/queries/manage/users.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { strictMailRule } from '#client/forms/rules.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { MailField } from '#client/ui/mail-field.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_NAME } from '#protocol/limits.ts';
import { searchKey } from '#protocol/text.ts';

const schema = v.object({
  nickname: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, 'too-long')),
  email: strictMailRule,
  lang: v.picklist(languages),
  /** Asked for where the address changes. */
  currentPassword: v.optional(v.pipe(v.string(), v.nonEmpty('password-required'))),
});

export interface EditManagerDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Changes the own account of a manager. */
export const EditManagerDialog = ({ id, onClose }: EditManagerDialogProps) => {
  const { data: version } = useQuery(managedUserQuery(id));
  return version ? <EditForm version={version} onClose={onClose} /> : null;
};

interface EditFormProps {
  readonly version: Tagged<User>;
  readonly onClose: () => void;
}

const EditForm = ({ version, onClose }: EditFormProps) => {
  const { t } = useLingui();
  const [mail, setMail] = useState(version.item.email);
  const mailChanges = searchKey(mail).trim() !== version.item.email.toLowerCase();
  const form = useEditForm({
    path: 'users',
    id: version.item.id,
    version,
    schema,
    textsOf: ({ nickname, email, lang }) => ({ nickname, email, lang }),
    bodyOf: ({ currentPassword, ...others }) => ({
      ...others,
      ...(currentPassword !== undefined && { currentPassword }),
    }),
    labels: { nickname: t`Name`, email: t`E-mail address`, lang: t`Language of e-mails` },
    onSaved: onClose,
    told: { done: () => <Trans>Your account was changed</Trans>, undoable: ['nickname', 'lang'] },
  });
  return (
    <>
      <SendDialog title={t`Edit your account`} form={form} submitLabel={t`Save`} onClose={onClose}>
        <TextField
          label={t`Name`}
          hint={t`The name others see. If empty, they see your e-mail address.`}
          autoComplete="nickname"
          autoFocus
          defaultValue={form.texts.nickname}
          {...form.field('nickname')}
        />
        <MailField
          label={t`E-mail address`}
          hint={t`A new address counts once the link mailed to it has been followed.`}
          autoComplete="email"
          defaultValue={form.texts.email}
          {...form.field('email')}
          onInput={(event) => setMail(event.currentTarget.value)}
        />
        {mailChanges && (
          <PasswordField
            label={t`Your password`}
            hint={t`Enter your current password to confirm`}
            autoComplete="current-password"
            {...form.field('currentPassword')}
          />
        )}
        <SelectField
          label={t`Language of e-mails`}
          options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
          defaultValue={form.texts.lang}
          {...form.field('lang')}
        />
      </SendDialog>
      {form.question}
    </>
  );
};
