import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { callApi, mergeTagged, readTagged } from '#client/api/call-api.ts';
import { CustomerField } from '#client/features/manage/form/customer-field.tsx';
import { SendDialog } from '#client/features/manage/form/send-dialog.tsx';
import { useSendForm } from '#client/features/manage/form/use-send-form.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';
import { type Device, deviceName } from './device.ts';
import { type SetUpDevice, setUpOf } from './set-up.ts';

const MoveSchema = v.object({ customer: v.string() });

export interface MoveDeviceDialogProps {
  readonly device: Device;
  readonly onMoved: (device: SetUpDevice) => void;
  readonly onClose: () => void;
}

/** Moves a device to another customer. It needs a new secret there, so that those who set it up for the former one are out. */
export const MoveDeviceDialog = ({ device, onMoved, onClose }: MoveDeviceDialogProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const present = idOfIri(device.customer);
  const form = useSendForm({
    schema: MoveSchema,
    send: async ({ customer }) => {
      if (customer === present) return onClose();
      const { etag } = await readTagged('devices', device.id);
      await mergeTagged('devices', device.id, { customer: iri('customers', customer) }, { ifMatch: etag });
      try {
        onMoved(setUpOf(await callApi('devices.renewSecret', { parameters: { id: device.id } })));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['devices'] });
      }
    },
  });
  const name = deviceName(device);
  return (
    <SendDialog
      title={t`Move ${name} to another customer`}
      form={form}
      submitLabel={<Trans>Move</Trans>}
      onClose={onClose}
    >
      <p>
        <Trans>
          The device is signed out at once and gets a new secret, with which it has to be set up again. This
          can’t be undone.
        </Trans>
      </p>
      <CustomerField defaultValue={present} {...form.field('customer')} />
    </SendDialog>
  );
};
