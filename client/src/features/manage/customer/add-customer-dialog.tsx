import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createItem } from '#client/api/call-api.ts';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { DEFAULT_TIME_ZONE } from '#protocol/limits.ts';
import { CustomerFields } from './customer-fields.tsx';
import { bodyOfCustomer, customerSchema } from './customer-form.ts';

const schema = customerSchema(false);

/** A new customer; what its people may do is switched on afterwards. */
export const AddCustomerDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useSendForm({
    schema,
    async send(values) {
      const { name, mail } = await createItem('customers', bodyOfCustomer(values));
      // A manager manages what they have made.
      await Promise.all(
        ['customers', 'users'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
      showSnackbar(
        'success',
        <Trans>
          {name} was added. We sent a link to {mail} to verify the address.
        </Trans>,
      );
      onClose();
    },
  });
  return (
    <SendDialog title={t`Add a customer`} form={form} submitLabel={<Trans>Add</Trans>} onClose={onClose}>
      <CustomerFields
        form={form}
        nameIsPreset
        texts={{
          name: t`new customer setting`,
          mail: '',
          timeZone: DEFAULT_TIME_ZONE,
          recordingKeepDays: '',
          recordingQuotaGb: '',
          recordingFilm: '',
        }}
        mailHint={t`We send a link to it. Until it has been opened, the customer’s services are off.`}
      />
    </SendDialog>
  );
};
