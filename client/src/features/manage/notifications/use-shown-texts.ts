import { type RefObject, useState } from 'react';
import { readForm } from '#client/features/manage/form/form-texts.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';

interface FormProps {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onInput: () => void;
}

/**
 * Follows what stands in a form while it is written.
 *
 * @returns the texts, and the attributes of the form that follow them
 */
export function useShownTexts<Props extends FormProps>(
  formProps: Props,
  first: FormTexts,
): readonly [FormTexts, Props] {
  const [shown, setShown] = useState(first);
  const onInput = () => {
    formProps.onInput();
    if (formProps.ref.current) setShown(readForm(formProps.ref.current));
  };
  return [shown, { ...formProps, onInput }];
}
