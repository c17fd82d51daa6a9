import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { foldWidth } from '#protocol/text.ts';

export interface TypeNameDialogProps {
  readonly title: string;
  /** What has to be typed: the name of the object, or how many there are. */
  readonly name: string;
  /** What will be lost. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** Query that is refetched after the change. */
  readonly queryKey: string;
  readonly change: () => Promise<unknown>;
  /** Said after a success. */
  readonly done?: ReactNode;
  /** Cancelled, done or failed. */
  readonly onClose: () => void;
}

/** Asks before the gravest steps: the name of what they destroy has to be typed. */
export const TypeNameDialog = ({
  title,
  name,
  children,
  confirmLabel,
  queryKey,
  change,
  done,
  onClose,
}: TypeNameDialogProps) => {
  const { t } = useLingui();
  const { isPending, mutate } = useChange(queryKey, change, { done, onSettled: onClose });
  const wanted = foldWidth(name).trim();
  const schema = v.object({ name: v.pipe(v.string(), v.transform(foldWidth), v.trim(), v.literal(wanted)) });
  const form = useValidatedForm(schema, () => mutate());
  const typed = form.field('name');
  return (
    <FormDialog
      title={title}
      formProps={form.formProps}
      submitLabel={confirmLabel}
      busy={isPending}
      dangerous
      onClose={onClose}
    >
      {children}
      <p>
        <Trans>
          Type <strong>{name}</strong> to confirm.
        </Trans>
      </p>
      <TextField
        label={t`Name`}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...typed}
        error={typed.error && t`Type exactly what’s shown above.`}
      />
    </FormDialog>
  );
};
