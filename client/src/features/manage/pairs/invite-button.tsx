import { Trans } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { usePlainDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { Button } from '#client/ui/button.tsx';

/** Opens the dialog that invites someone; within `PairDialogs`. */
export const InviteButton = () => {
  const invite = usePlainDialog('invite');
  return (
    <Button size="sm" onClick={() => invite.open()}>
      <UserPlus aria-hidden />
      <Trans>Invite</Trans>
    </Button>
  );
};
