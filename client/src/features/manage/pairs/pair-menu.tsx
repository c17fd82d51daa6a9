import { Trans } from '@lingui/react/macro';
import { MailPlus, Pencil, Trash2, UserCheck } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { EDIT_PAIR } from './edit-pair-link.tsx';
import { useAskPair } from './pair-dialogs.tsx';
import { canApprove, canResend, isOwnersManager } from './pair-rights.ts';

/** What can be done with a pair. */
export const PairMenu = ({ row: pair }: { readonly row: Pair }) => {
  const ask = useAskPair();
  const edit = useAddressDialog(EDIT_PAIR);
  const parameters = { id: pair.id };
  const approve = useChange('pairs', () => callApi('pairs.approve', { parameters }), {
    done: <Trans>Pair approved</Trans>,
  });
  const resend = useChange('pairs', () => callApi('pairs.resendInvitation', { parameters }), {
    done: <Trans>Invitation sent to {pair.mail} again</Trans>,
  });
  return (
    <>
      {canApprove(pair) && (
        <MenuItem icon={<UserCheck aria-hidden />} onSelect={() => approve.mutate()}>
          <Trans>Approve for the device</Trans>
        </MenuItem>
      )}
      {canResend(pair) && (
        <MenuItem icon={<MailPlus aria-hidden />} onSelect={() => resend.mutate()}>
          <Trans>Send invitation again</Trans>
        </MenuItem>
      )}
      {isOwnersManager(pair) && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => edit.open(pair.id)}>
          <Trans>Edit</Trans>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} dangerous onSelect={() => ask(pair)}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
};
