import { useLingui } from '@lingui/react/macro';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { EventsField } from './events-field.tsx';

interface FieldAttributes {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
}

export interface WebhookFieldsProps {
  readonly texts: FormTexts;
  readonly field: (name: 'name' | 'url' | 'events') => FieldAttributes;
}

export const WebhookFields = ({ texts, field }: WebhookFieldsProps) => {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Name (optional)`}
        reserve={false}
        autoComplete="off"
        defaultValue={texts.name}
        {...field('name')}
      />
      <TextField
        label={t`Address`}
        hint={t`Begins with https:// and leads to a public host. Events are sent there by POST.`}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={texts.url}
        {...field('url')}
      />
      <EventsField {...field('events')} text={texts.events ?? ''} />
    </>
  );
};
