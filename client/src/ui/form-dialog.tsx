import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type Ref, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'width' | 'onClose'> {
  readonly formProps: HTMLChakraProps<'form'> & { readonly ref: Ref<HTMLFormElement> };
  readonly children: ReactNode;
  readonly submitLabel: ReactNode;
  readonly busy: boolean;
  readonly dangerous?: boolean;
}

/** A form with the buttons of its dialog: cancel, and send. */
export const FormDialog = ({
  formProps,
  children,
  submitLabel,
  busy,
  dangerous = false,
  ...dialog
}: FormDialogProps) => {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} variant={dangerous ? 'danger' : 'solid'} loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <chakra.form id={formId} display="grid" gap="3" color="ink" {...formProps}>
        {children}
      </chakra.form>
    </Dialog>
  );
};
