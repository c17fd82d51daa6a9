import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { candidatesOf } from '#client/api/queries/candidate.ts';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { presenceQuery } from '#client/api/queries/presence.ts';
import type { DirectCall } from '#client/call/direct/direct-call.ts';
import { AddPersonDialog } from '#client/stage/add-person-dialog.tsx';
import type { PairId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';

export interface InvitePersonProps {
  readonly call: DirectCall;
  /** Who adds someone. */
  readonly self: Party;
  readonly peer: Party;
  readonly onClose: () => void;
}

/** Whom one can call now rings at a click, and joins the call. */
export const InvitePerson = ({ call, self, peer, onClose }: InvitePersonProps) => {
  const { data: pairs, error: unread } = useQuery(
    ownPairsQuery(self.id, self.kind === 'device' ? 'devices' : 'users'),
  );
  const { data: presence } = useQuery(presenceQuery());
  const free =
    pairs &&
    candidatesOf(pairs.callable, presence).filter(
      ({ partyId, state }) => partyId !== peer.id && state === 'online',
    );
  const invite = useMutation({
    mutationFn: (pairId: PairId) => call.invite(pairId),
    onSuccess: onClose,
  });
  return (
    <AddPersonDialog
      candidates={free}
      nobody={<Trans>No one else you’re paired with can be called right now.</Trans>}
      error={invite.error ?? unread}
      busy={invite.isPending}
      onAdd={({ pairId }) => invite.mutate(pairId)}
      onClose={onClose}
    >
      <Trans>We’ll call them. They join when they answer.</Trans>
    </AddPersonDialog>
  );
};
