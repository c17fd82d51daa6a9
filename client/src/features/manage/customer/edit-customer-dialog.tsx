import { Trans, useLingui } from '@lingui/react/macro';
import type { Customer } from '#client/api/api-types.ts';
import type { Tagged } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useEditForm } from '#client/features/manage/form/use-edit-form.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { bodyOfCustomer, customerSchema, textsOfCustomer } from './customer-form.ts';

export interface EditCustomerDialogProps {
  readonly version: Tagged<Customer>;
  readonly onClose: () => void;
}

export const EditCustomerDialog = ({ version, onClose }: EditCustomerDialogProps) => {
  const { t } = useLingui();
  const { id, name, isDefault } = version.item;
  const form = useEditForm({
    path: 'customers',
    id,
    version,
    schema: customerSchema(isDefault),
    textsOf: textsOfCustomer,
    bodyOf: bodyOfCustomer,
    labels: {
      name: t`Name`,
      mail: t`E-mail address`,
      timeZone: t`Time zone`,
      recordingKeepDays: t`Keep recordings for how many days`,
      recordingQuotaGb: t`Space for recordings in GB`,
      recordingFilm: t`Film of each recording`,
    },
    onSaved: onClose,
    // A new address has been sent a mail, and recordings that were kept too long may be gone already.
    told: {
      done: (saved) => <Trans>{saved.name} was changed</Trans>,
      undoable: ['name', 'timeZone', 'recordingQuotaGb', 'recordingFilm'],
    },
  });
  return (
    <>
      <SendDialog title={t`Edit ${name}`} form={form} submitLabel={<Trans>Save</Trans>} onClose={onClose}>
        <CustomerFields
          form={form}
          texts={form.texts}
          mailHint={t`We send a link to a new address. The present one stays in use until it has been opened.`}
        />
      </SendDialog>
      {form.question}
    </>
  );
};
