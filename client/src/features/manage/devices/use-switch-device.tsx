import { Trans } from '@lingui/react/macro';
import { useUndoable } from '#client/features/manage/form/use-undoable.ts';
import { type Device, deviceName } from './device.ts';

/** Disables an enabled device, which signs it out, and the other way round; both can be undone. */
export function useSwitchDevice(): (device: Device) => void {
  const { mutate } = useUndoable('devices');
  return (device) => {
    const name = deviceName(device);
    const disables = device.state === 'ENABLED';
    mutate({
      id: device.id,
      body: { state: disables ? 'DISABLED' : 'ENABLED' },
      reverse: ({ state }) => ({ state }),
      done: disables ? <Trans>{name} was disabled and signed out</Trans> : <Trans>{name} was enabled</Trans>,
    });
  };
}
