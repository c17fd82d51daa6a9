import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { countGuests, wrongGuests } from '#client/forms/group-form.ts';
import { TextAreaField } from '#client/ui/text-area-field.tsx';

export interface GuestsFieldProps {
  /** Initial text. */
  readonly text: string;
  /** The form's field, with its error in the current language. */
  readonly field: {
    readonly name: string;
    readonly error: string | undefined;
    readonly onChange: () => void;
  };
  readonly onCount: (guests: number) => void;
}

/** Wrong addresses that the error names at most. */
const NAMED = 3;

const named = (wrong: readonly string[]): string =>
  wrong.slice(0, NAMED).join(', ') + (wrong.length > NAMED ? ', …' : '');

/** E-mail addresses of a group's guests. The error names the wrong ones. */
export const GuestsField = ({ text, field, onCount }: GuestsFieldProps) => {
  const { t } = useLingui();
  const [wrong, setWrong] = useState(() => wrongGuests(text));
  return (
    <TextAreaField
      label={t`Guests (optional)`}
      hint={t`For people without an account: one e-mail address per line. Each gets their own link with the invitation.`}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={text}
      {...field}
      error={field.error && [field.error, named(wrong)].join(' ').trim()}
      onInput={({ currentTarget: { value } }) => {
        onCount(countGuests(value));
        setWrong(wrongGuests(value));
      }}
    />
  );
};
