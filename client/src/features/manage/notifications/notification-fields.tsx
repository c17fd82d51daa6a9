import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { type Language, languageNames } from '#client/i18n/language.ts';
import { DateAndTime } from '#client/ui/date-and-time.tsx';
import { TextAreaField } from '#client/ui/text-area-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { DAY_BEGINS, type NotificationField } from './notification-schema.ts';

interface FieldAttributes {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
}

export interface NotificationFieldsProps {
  readonly texts: FormTexts;
  /** As they stand in the form now. */
  readonly shown: FormTexts;
  readonly field: (name: NotificationField) => FieldAttributes;
  readonly zone: string;
  /** Without a date it appears at once. */
  readonly isNew: boolean;
}

/** Both languages side by side, and when it appears. */
export const NotificationFields = ({ texts, shown, field, zone, isNew }: NotificationFieldsProps) => {
  const { t } = useLingui();
  return (
    <>
      <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }}>
        <Texts language="ja" texts={texts} title={field('titleJa')} contents={field('contentsJa')} />
        <Texts language="en" texts={texts} title={field('titleEn')} contents={field('contentsEn')} />
      </chakra.div>
      <DateAndTime
        legend={t`Appears`}
        dateLabel={t`Date`}
        timeLabel={t`Time of day`}
        note={<Trans>Times are in the time zone {zone}.</Trans>}
      >
        {{
          date: { defaultValue: texts.date ?? '', ...field('date') },
          time: { defaultValue: texts.time ?? '', ...field('time') },
        }}
      </DateAndTime>
      <chakra.p role="status" textStyle="caption" color="ink.muted">
        {isNew && !shown.date && <Trans>Without a date it appears at once.</Trans>}
        {shown.date && !shown.time && <Trans>Without a time it appears at {DAY_BEGINS}.</Trans>}
      </chakra.p>
    </>
  );
};

interface TextsProps {
  readonly language: Language;
  readonly texts: FormTexts;
  readonly title: FieldAttributes;
  readonly contents: FieldAttributes;
}

const Texts = ({ language, texts, title, contents }: TextsProps) => {
  const { t } = useLingui();
  const name = languageNames[language];
  return (
    <chakra.fieldset border="0" p="0" m="0" minW="0" display="grid" gap="3">
      <chakra.legend lang={language} srOnly>
        {name}
      </chakra.legend>
      <TextField
        label={t`Title (${name})`}
        lang={language}
        reserve={false}
        autoComplete="off"
        required
        defaultValue={texts[title.name]}
        {...title}
      />
      <TextAreaField
        label={t`Contents (${name}, optional)`}
        lang={language}
        reserve={false}
        rows={5}
        defaultValue={texts[contents.name]}
        {...contents}
      />
    </chakra.fieldset>
  );
};
