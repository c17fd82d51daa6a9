import { Trans, useLingui } from '@lingui/react/macro';
import { deleteItem } from '#client/api/call-api.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { type Device, deviceName } from './device.ts';

export interface DeleteDeviceProps {
  readonly device: Device;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks before a device is deleted: there is no way back. */
export const DeleteDevice = ({ device, onDeleted, onClose }: DeleteDeviceProps) => {
  const { t } = useLingui();
  const name = deviceName(device);
  const remove = async () => {
    await deleteItem('devices', device.id);
    onDeleted?.();
  };
  return (
    <ConfirmChange
      title={t`Delete the device ${name}?`}
      confirmLabel={t`Delete`}
      queryKey="devices"
      change={remove}
      done={<Trans>Device deleted</Trans>}
      onClose={onClose}
    >
      <Trans>
        It is signed out at once, and its pairs are deleted; its calls stay in the history. This can’t be
        undone.
      </Trans>
    </ConfirmChange>
  );
};
