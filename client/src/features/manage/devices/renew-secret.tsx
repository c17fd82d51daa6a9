import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { type Device, deviceName } from './device.ts';
import { type SetUpDevice, setUpOf } from './set-up.ts';

export interface RenewSecretProps {
  readonly device: Device;
  readonly onRenewed: (device: SetUpDevice) => void;
  readonly onClose: () => void;
}

/** Asks before a device gets a new secret, which ends its sign-in. */
export const RenewSecret = ({ device, onRenewed, onClose }: RenewSecretProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const name = deviceName(device);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi('devices.renewSecret', { parameters: { id: device.id } }),
    async onSuccess(renewed) {
      onRenewed(setUpOf(renewed));
      await queryClient.invalidateQueries({ queryKey: ['devices'] });
    },
    onError(error) {
      showSnackbar('error', i18n._(textOfError(error)));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t`Make a new secret for ${name}?`}
      confirmLabel={t`Make a new secret`}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <Trans>The device is signed out at once and has to be set up again with the new secret.</Trans>
    </ConfirmDialog>
  );
};
