import { Trans, useLingui } from '@lingui/react/macro';
import { deleteItem } from '#client/api/call-api.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';

/** The question of `?delete=`: a mail that failed, and that no one needs any more. */
export const DeleteMail = () => {
  const { t } = useLingui();
  const { value: id, close } = useAddressDialog('delete');
  if (id === null) return null;
  return (
    <ConfirmChange
      title={t`Delete this e-mail?`}
      confirmLabel={t`Delete`}
      queryKey="mails"
      change={() => deleteItem('mails', id)}
      done={<Trans>The e-mail was deleted</Trans>}
      onClose={close}
    >
      <Trans>It will not be sent, and its links can no longer reach anyone. This can’t be undone.</Trans>
    </ConfirmChange>
  );
};
