import { TextField, type TextFieldProps } from './text-field.tsx';

/** A mail address: with the keyboard for it, and left as it is written. */
export const MailField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
);
