import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { installationQuery } from '#client/api/queries/installation.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import type { SendForm } from '#client/features/manage/form/use-send-form.ts';
import { useConsoleAccount } from '#client/features/manage/shell/use-console-account.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { FILM_FORMATS, formatText } from '#client/stage/recordings/format-text.ts';
import { MailField } from '#client/ui/mail-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { customerSchema } from './customer-form.ts';
import { allTimeZones } from './time-zones.ts';

export interface CustomerFieldsProps {
  readonly form: Pick<SendForm<ReturnType<typeof customerSchema>>, 'field'>;
  readonly texts: FormTexts;
  readonly mailHint: string;
  /** The name stands for one that is yet to be given: typing replaces it. */
  readonly nameIsPreset?: boolean;
}

/** The fields of a customer, for adding and for editing. */
export const CustomerFields = ({ form, texts, mailHint, nameIsPreset = false }: CustomerFieldsProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { data: installation } = useQuery(installationQuery());
  const days = installation?.recordingKeepDays ?? '…';
  const zonesId = useId();
  const isAdmin = useConsoleAccount().kind === 'admin';
  return (
    <>
      <TextField
        label={t`Name`}
        autoComplete="off"
        autoFocus
        defaultValue={texts.name}
        onFocus={({ target }) => nameIsPreset && target.select()}
        {...form.field('name')}
      />
      <MailField
        label={t`E-mail address`}
        hint={mailHint}
        autoComplete="off"
        defaultValue={texts.mail}
        {...form.field('mail')}
      />
      <TextField
        label={t`Time zone`}
        hint={t`Days are counted in it. Type a city or a region to search.`}
        list={zonesId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={texts.timeZone}
        // The browser offers what contains the text in the field: the present zone alone, until something else is typed.
        onFocus={({ target }) => target.select()}
        {...form.field('timeZone')}
      />
      <datalist id={zonesId}>
        {allTimeZones(language).map(({ name, words }) => (
          <option key={name} value={name} label={words} />
        ))}
      </datalist>
      <TextField
        label={t`Keep recordings for how many days`}
        hint={t`If empty, they are kept as everywhere in this installation: ${days} days. A shorter time also deletes older ones.`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={texts.recordingKeepDays}
        {...form.field('recordingKeepDays')}
      />
      <SelectField
        label={t`Film of each recording`}
        hint={t`The whole call in one file, made as soon as the recording has ended. It takes space too.`}
        options={[
          { value: '', label: t`Only on request` },
          ...FILM_FORMATS.map((format) => ({ value: format, label: t(formatText[format]) })),
        ]}
        defaultValue={texts.recordingFilm}
        {...form.field('recordingFilm')}
      />
      {isAdmin && (
        <TextField
          label={t`Space for recordings in GB`}
          hint={t`If empty, there is no limit. When it is used up, no recording starts until some are deleted.`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={texts.recordingQuotaGb}
          {...form.field('recordingQuotaGb')}
        />
      )}
    </>
  );
};
