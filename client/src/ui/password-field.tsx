import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { Input, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'autoComplete' | 'type'> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password that can be shown, instead of being typed twice. */
export const PasswordField = ({ label, hint, error, aside, reserve, ...input }: PasswordFieldProps) => {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} aside={aside} reserve={reserve}>
      {(control) => (
        <chakra.div position="relative">
          <Input
            type={shown ? 'text' : 'password'}
            pe="14"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
          />
          <IconButton
            label={shown ? t`Hide password` : t`Show password`}
            position="absolute"
            insetEnd="0.5"
            top="0.5"
            color="ink.muted"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </chakra.div>
      )}
    </Field>
  );
};
