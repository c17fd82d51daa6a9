import { createContext, type ReactNode, useContext, useState } from 'react';
import { useAddressDialog, usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { AddDevicesDialog } from './add-devices-dialog.tsx';
import { DeleteDevice } from './delete-device.tsx';
import type { Device } from './device.ts';
import { EditDeviceDialog } from './edit-device-dialog.tsx';
import { MoveDeviceDialog } from './move-device-dialog.tsx';
import { RenewSecret } from './renew-secret.tsx';
import type { FailedSetUp, SetUpDevice, SetUpResult } from './set-up.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

type OpenDialog =
  | { readonly kind: 'renew' | 'move' | 'delete'; readonly device: Device }
  /** Secrets that no one can be shown again: kept here alone, and never in the address. */
  | { readonly kind: 'added' | 'renewed'; readonly results: readonly SetUpResult[] };

/** Devices that are to be added once more, counted from the first time. */
interface Again {
  readonly time: number;
  readonly failed: readonly FailedSetUp[];
}

const OpenContext = createContext<((dialog: OpenDialog) => void) | null>(null);

/** Opens a question about a device; within `DeviceDialogs`. */
export function useOpenDeviceDialog(): (dialog: OpenDialog) => void {
  const open = useContext(OpenContext);
  if (!open) throw new Error('Dialogs of devices are opened within DeviceDialogs');
  return open;
}

export interface DeviceDialogsProps {
  readonly children: ReactNode;
  /** On the page of the device: where to go from there. */
  readonly onDeleted?: () => void;
}

/** What is asked and shown about devices, above the screen that shows them. */
export const DeviceDialogs = ({ children, onDeleted }: DeviceDialogsProps) => {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [again, setAgain] = useState<Again>({ time: 0, failed: [] });
  const add = usePlainDialog('add');
  const edit = useAddressDialog('edit');
  const close = () => setDialog(null);
  const showRenewed = (device: SetUpDevice) =>
    setDialog({ kind: 'renewed', results: [{ kind: 'done', device }] });
  const question = () => {
    switch (dialog?.kind) {
      case undefined:
        return null;
      case 'renew':
        return <RenewSecret device={dialog.device} onRenewed={showRenewed} onClose={close} />;
      case 'move':
        return <MoveDeviceDialog device={dialog.device} onMoved={showRenewed} onClose={close} />;
      case 'delete':
        return <DeleteDevice device={dialog.device} onDeleted={onDeleted} onClose={close} />;
      case 'added':
        return (
          <SetUpDialog
            results={dialog.results}
            onClose={close}
            onAgain={(failed) => {
              close();
              setAgain(({ time }) => ({ time: time + 1, failed }));
              add.open();
            }}
          />
        );
      case 'renewed':
        return <SetUpDialog results={dialog.results} renewed onClose={close} />;
    }
  };
  return (
    <OpenContext value={setDialog}>
      {children}
      {add.isOpen && (
        <AddDevicesDialog
          // The dialog of before may still be there: navigation takes a moment.
          key={again.time}
          failed={again.failed}
          onAdded={(results) => setDialog({ kind: 'added', results })}
          onClose={() => {
            setAgain(({ time }) => ({ time, failed: [] }));
            add.close();
          }}
        />
      )}
      {edit.value && <EditDeviceDialog key={edit.value} id={edit.value} onClose={edit.close} />}
      {question()}
    </OpenContext>
  );
};
