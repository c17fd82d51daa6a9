import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNamed } from '#client/i18n/use-named.ts';
import { playTone } from '#client/media/tones.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useRingNotification } from '#client/stage/ring-notification.ts';
import { useTitleFlash } from '#client/stage/use-title-flash.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { leave } from '#client/ui/leave-guard.ts';
import type { GroupRing } from './use-group-ring.ts';

export interface GroupRingDialogProps {
  readonly ring: GroupRing;
  readonly onJoin: () => void;
  readonly onDecline: () => void;
}

export const GroupRingDialog = ({ ring, onJoin, onDecline }: GroupRingDialogProps) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  const { groupId, groupName } = ring;
  const name = useNamed()(ring.by);
  useEffect(() => playTone('incoming'), []);
  useTitleFlash(t`${name} invites you to a call`);
  // Changes that would be lost are asked about first, while it rings on.
  const join = () =>
    leave(() => {
      onJoin();
      void navigate(`${paths.groupCall}?group=${groupId}`);
    });
  useRingNotification({
    callId: groupId,
    title: t`${name} invites you to a call`,
    answer: t`Join`,
    decline: t`Not now`,
    onAnswer: join,
    onDecline,
  });
  return (
    <Dialog
      role="alertdialog"
      title={t`${name} invites you to a call`}
      width="24rem"
      onClose={onDecline}
      actions={
        <>
          <Button variant="soft" onClick={onDecline}>
            <Trans>Not now</Trans>
          </Button>
          <Button onClick={join} data-testid="join-group-call">
            <Trans>Join</Trans>
          </Button>
        </>
      }
    >
      <chakra.p display="flex" alignItems="center" gap="3" color="ink">
        <Users aria-hidden />
        {groupName}
      </chakra.p>
    </Dialog>
  );
};
