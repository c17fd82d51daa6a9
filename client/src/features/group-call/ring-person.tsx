import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeItem, readItem } from '#client/api/call-api.ts';
import { type Candidate, candidateOf } from '#client/api/queries/candidate.ts';
import { pairChoicesQuery } from '#client/api/queries/groups.ts';
import { presenceQuery } from '#client/api/queries/presence.ts';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { AddPersonDialog } from '#client/stage/add-person-dialog.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { GroupId, PairId } from '#protocol/ids.ts';
import type { PresenceState } from '#protocol/party.ts';
import { iri } from '#protocol/rest/field.ts';

export interface RingPersonProps {
  readonly groupId: GroupId;
  readonly room: RoomView;
  readonly meeting: Meeting;
  readonly onClose: () => void;
}

/** One of the owner's pairs is rung, and may join this call; and later ones, too, where the owner makes it a member of the group. */
export const RingPerson = ({ groupId, room, meeting, onClose }: RingPersonProps) => {
  const queryClient = useQueryClient();
  const { data: pairs, error: unread } = useQuery(pairChoicesQuery(room.self.id, ''));
  const { data: presence } = useQuery(presenceQuery());
  const [asMember, setAsMember] = useState(false);
  const here = new Set<string>(room.members.map(({ party }) => party.id));
  const add = useMutation({
    async mutationFn({ pairId }: Candidate): Promise<PresenceState> {
      if (asMember) await makeMember(groupId, pairId);
      return await meeting.ring(pairId, { forThisCall: !asMember });
    },
    async onSuccess(state, candidate) {
      showSnackbar('info', <Added candidate={candidate} state={state} asMember={asMember} />);
      onClose();
      if (asMember) await queryClient.invalidateQueries({ queryKey: ['groups'] });
    },
  });
  return (
    <AddPersonDialog
      candidates={pairs?.items
        .map((pair) => candidateOf(pair, presence))
        .filter(({ partyId }) => partyId === null || !here.has(partyId))}
      nobody={<Trans>Everyone you’re paired with is here.</Trans>}
      error={add.error ?? unread}
      busy={add.isPending}
      onAdd={(candidate) => add.mutate(candidate)}
      onClose={onClose}
    >
      <Trans>We’ll call them. They can join until this call is over.</Trans>
      <Checkbox
        checked={asMember}
        onChange={({ currentTarget }) => setAsMember(currentTarget.checked)}
        details={<Trans>They can also join later calls.</Trans>}
        data-testid="add-to-group"
      >
        <Trans>Add them to the group</Trans>
      </Checkbox>
    </AddPersonDialog>
  );
};

async function makeMember(groupId: GroupId, pairId: PairId): Promise<void> {
  const { memberPairs } = await readItem('groups', groupId);
  const address = iri('pairs', pairId);
  if (!memberPairs.includes(address))
    await mergeItem('groups', groupId, { memberPairs: [...memberPairs, address] });
}

interface AddedProps {
  readonly candidate: Candidate;
  readonly state: PresenceState;
  readonly asMember: boolean;
}

/** Whether they were rung, and what becomes of it where they were not. */
const Added = ({ candidate, state, asMember }: AddedProps) => {
  const name = useNamed()(candidate);
  switch (state) {
    case 'online':
      return <Trans>{name} is being called.</Trans>;
    case 'busy':
      return asMember ? (
        <Trans>{name} is in another call. They can join later from Groups.</Trans>
      ) : (
        <Trans>{name} is in another call. Try again later.</Trans>
      );
    case 'offline':
      return asMember ? (
        <Trans>{name} is offline. They can join later from Groups.</Trans>
      ) : (
        <Trans>{name} is offline. Try again later.</Trans>
      );
  }
};
