import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CustomerField } from '#client/features/manage/form/customer-field.tsx';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import type { SendForm } from '#client/features/manage/form/use-send-form.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { MailField } from '#client/ui/mail-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { UserFormSchema } from './user-form.ts';

export interface UserFieldsProps {
  readonly form: SendForm<typeof UserFormSchema>;
  readonly texts: FormTexts;
  readonly mailHint: ReactNode;
}

/** The same for a new user and for one that is changed. */
export const UserFields = ({ form, texts, mailHint }: UserFieldsProps) => {
  const { t } = useLingui();
  return (
    <>
      <MailField
        label={t`E-mail address`}
        hint={mailHint}
        autoComplete="off"
        required
        defaultValue={texts.email}
        autoFocus
        {...form.field('email')}
      />
      <TextField
        label={t`Name (optional)`}
        hint={t`The name others see. If empty, they see the e-mail address.`}
        autoComplete="off"
        defaultValue={texts.nickname}
        {...form.field('nickname')}
      />
      <SelectField
        label={t`Language of e-mails`}
        options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
        defaultValue={texts.lang}
        {...form.field('lang')}
      />
      <CustomerField defaultValue={texts.customer ?? ''} {...form.field('customer')} />
    </>
  );
};
