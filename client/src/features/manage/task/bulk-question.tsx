import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { TaskBody } from '#client/api/queries/manage/tasks.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { foldWidth } from '#protocol/text.ts';
import { BulkPreview } from './bulk-preview.tsx';

/** Deleting more than these asks for their number. */
const DELETED_WITHOUT_TYPING = 10;

export interface BulkQuestionProps {
  readonly label: string;
  readonly body: TaskBody;
  readonly count: number;
  readonly busy: boolean;
  /** What else happens. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before many rows are changed: says how many will be, and for a large deletion has the number typed. */
export const BulkQuestion = ({
  label,
  body,
  count,
  busy,
  children,
  onConfirm,
  onClose,
}: BulkQuestionProps) => {
  const { t } = useLingui();
  const isDeletion = body.action === 'delete';
  const isTyped = isDeletion && count > DELETED_WITHOUT_TYPING;
  const schema = v.object(
    isTyped ? { number: v.pipe(v.string(), v.transform(foldWidth), v.trim(), v.literal(String(count))) } : {},
  );
  const form = useValidatedForm(schema, onConfirm);
  const number = form.field('number');
  return (
    <FormDialog
      title={label}
      formProps={form.formProps}
      submitLabel={label}
      busy={busy}
      dangerous={isDeletion}
      onClose={onClose}
    >
      <BulkPreview body={body} />
      {children && <p>{children}</p>}
      {isTyped && (
        <>
          <p>
            <Trans>
              Type <strong>{String(count)}</strong> to confirm.
            </Trans>
          </p>
          <TextField
            label={t`Number`}
            inputMode="numeric"
            autoComplete="off"
            {...number}
            error={number.error && t`Type exactly what’s shown above.`}
          />
        </>
      )}
    </FormDialog>
  );
};
