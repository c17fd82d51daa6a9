import { Trans, useLingui } from '@lingui/react/macro';
import { UserRoundX } from 'lucide-react';
import { useNamed } from '#client/i18n/use-named.ts';
import { Passing } from '#client/stage/passing.tsx';
import { StageNotice } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { DirectCallView } from './direct-call-atom.ts';
import { endText } from './end-text.tsx';

/** Who is being rung to join the call, and who does not come. */
export const InvitationNotices = ({ view: { call, snapshot } }: { readonly view: DirectCallView }) => {
  const { i18n } = useLingui();
  const named = useNamed();
  const { invitations, refusedInvitation: refused } = snapshot;
  return (
    <>
      {invitations
        .map(({ invitationId, peer }) => ({ invitationId, name: named(peer) }))
        .map(({ invitationId, name }) => (
          <StageNotice
            key={invitationId}
            testId="invitation"
            icon={<Spinner size="1.125rem" />}
            action={
              <Button size="sm" variant="stage" onClick={() => call.withdraw(invitationId)}>
                <Trans>Cancel</Trans>
              </Button>
            }
          >
            <Trans>Calling {name}…</Trans>
          </StageNotice>
        ))}
      {refused && (
        <Passing key={refused.invitationId}>
          <StageNotice testId="invitation-refused" icon={<UserRoundX size={18} aria-hidden />}>
            {i18n._(endText({ kind: 'reason', reason: refused.reason }, named(refused.peer)).title)}
          </StageNotice>
        </Passing>
      )}
    </>
  );
};
