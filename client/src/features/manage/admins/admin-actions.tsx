import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck, MailX, Pencil, Trash2 } from 'lucide-react';
import type { Admin } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { useChange } from '#client/ui/use-change.ts';

/** The menu of an administrator in the list. */
export const AdminActions = ({ row: { id, email, pendingEmail, verified } }: { readonly row: Admin }) => {
  const { t } = useLingui();
  const edit = useAddressDialog('edit');
  const remove = useAddressDialog('delete');
  const address = pendingEmail ?? email;
  const resend = useChange('admins', () => callApi('admins.resendLink', { parameters: { id } }), {
    done: <Trans>Link sent to {address} again</Trans>,
  });
  const withdraw = useChange('admins', () => callApi('admins.withdrawMail', { parameters: { id } }), {
    done: <Trans>The address stays as it was</Trans>,
  });
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => edit.open(id)}>
        {t`Edit`}
      </MenuItem>
      {(verified === 'UNVERIFIED' || pendingEmail !== null) && (
        <MenuItem icon={<MailCheck aria-hidden />} onSelect={() => resend.mutate()}>
          {t`Send link again`}
        </MenuItem>
      )}
      {pendingEmail !== null && (
        <MenuItem icon={<MailX aria-hidden />} onSelect={() => withdraw.mutate()}>
          {t`Cancel address change`}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => remove.open(id)}>
        {t`Delete`}
      </MenuItem>
    </>
  );
};
