import { Trans } from '@lingui/react/macro';
import { Building2, CircleCheck, CircleSlash, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useHasSeveralCustomers } from '#client/features/manage/shell/use-console-account.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import type { Device } from './device.ts';
import { useOpenDeviceDialog } from './device-dialogs.tsx';
import { useSwitchDevice } from './use-switch-device.tsx';

/** What can be done with a device. */
export const DeviceMenu = ({ row: device }: { readonly row: Device }) => {
  const open = useOpenDeviceDialog();
  const edit = useAddressDialog('edit');
  const severalCustomers = useHasSeveralCustomers();
  const switchDevice = useSwitchDevice();
  const enabled = device.state === 'ENABLED';
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => edit.open(device.id)}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuItem
        icon={enabled ? <CircleSlash aria-hidden /> : <CircleCheck aria-hidden />}
        onSelect={() => switchDevice(device)}
      >
        {enabled ? <Trans>Disable</Trans> : <Trans>Enable</Trans>}
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => open({ kind: 'renew', device })}>
        <Trans>Make a new secret</Trans>
      </MenuItem>
      {severalCustomers && (
        <MenuItem icon={<Building2 aria-hidden />} onSelect={() => open({ kind: 'move', device })}>
          <Trans>Move to another customer</Trans>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => open({ kind: 'delete', device })}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
};
