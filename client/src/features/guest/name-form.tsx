import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { ArrowRight, DoorOpen, Video } from 'lucide-react';
import * as v from 'valibot';
import { lineRule } from '#client/forms/rules.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_GUEST_NAME } from '#protocol/limits.ts';

const FormSchema = v.object({
  name: lineRule(MAX_GUEST_NAME),
});

export interface NameFormProps {
  readonly left: boolean;
  /** A 1-to-1 call. */
  readonly direct: boolean;
  readonly initial: string;
  /** At each key, and when the button is pointed at. */
  readonly onTyping: () => void;
  readonly onName: (name: string) => void;
}

/** Under which name a guest joins. */
export const NameForm = ({ left, direct, initial, onTyping, onName }: NameFormProps) => {
  const { t } = useLingui();
  const form = useValidatedForm(FormSchema, ({ name }) => onName(name));
  return (
    <chakra.form display="grid" gap="2" onInput={onTyping} {...form.formProps}>
      <TextField
        label={t`Your name`}
        hint={t`Everyone in the call sees it.`}
        autoComplete="name"
        maxLength={MAX_GUEST_NAME}
        defaultValue={initial}
        // After a call, the heading says first where one is.
        autoFocus={!left}
        {...form.field('name')}
      />
      <Button type="submit" size="lg" onPointerEnter={onTyping} data-testid="guest-enter">
        {left ? <DoorOpen aria-hidden /> : direct ? <Video aria-hidden /> : <ArrowRight aria-hidden />}
        {left ? t`Join again` : t`Continue`}
      </Button>
    </chakra.form>
  );
};
