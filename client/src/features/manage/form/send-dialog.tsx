import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { FormSchema } from '#client/forms/validate.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import type { SendForm } from './use-send-form.ts';

export interface SendDialogProps<Schema extends FormSchema> {
  readonly title: string;
  /** Of `useSendForm` or `useEditForm`. */
  readonly form: Pick<SendForm<Schema>, 'formProps' | 'busy' | 'failure' | 'dirty'>;
  readonly submitLabel: ReactNode;
  /** CSS length; 30rem by default. */
  readonly width?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog of a form that is sent; asks before it throws away what was entered. */
export const SendDialog = <Schema extends FormSchema>({
  title,
  form,
  submitLabel,
  width = '30rem',
  onClose,
  children,
}: SendDialogProps<Schema>) => {
  const { t, i18n } = useLingui();
  const [discarding, setDiscarding] = useState(false);
  return (
    <>
      <FormDialog
        title={title}
        width={width}
        formProps={form.formProps}
        submitLabel={submitLabel}
        busy={form.busy}
        onClose={() => (form.dirty ? setDiscarding(true) : onClose())}
      >
        {form.failure && <Banner tone="error">{i18n._(textOfError(form.failure))}</Banner>}
        {children}
      </FormDialog>
      {discarding && (
        <ConfirmDialog
          title={t`Discard the changes?`}
          confirmLabel={t`Discard`}
          cancelLabel={t`Keep editing`}
          dangerous
          onConfirm={onClose}
          onCancel={() => setDiscarding(false)}
        >
          <Trans>What you entered will be lost.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
};
