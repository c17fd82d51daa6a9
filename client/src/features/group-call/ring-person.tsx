import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeItem, readItem } from '#client/api/call-api.ts';
import { type Candidate, candidatesOf } from '#client/api/queries/candidate.ts';
import { groupQuery } from '#client/api/queries/group.ts';
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
  const { data: group } = useQuery(groupQuery(groupId));
  const members = new Set(group?.memberPairs);
  const isMember = ({ pairId }: Candidate) => members.has(iri('pairs', pairId));
  const ringing = room.rung.filter(({ state }) => state === 'ringing');
  const known = new Set<string>([...room.members, ...ringing].map(({ party }) => party.id));
  const candidates =
    pairs && candidatesOf(pairs.items, presence).filter(({ partyId }) => !known.has(partyId));
  const canBecomeMember = candidates?.some((candidate) => !isMember(candidate)) === true;
  const add = useMutation({
    async mutationFn({ pairId, partyId, kind, name }: Candidate): Promise<PresenceState> {
      if (asMember) await makeMember(groupId, pairId);
      const party = { kind, id: partyId, name };
      return await meeting.ring({ pairId, party }, { forThisCall: !asMember });
    },
    async onSuccess(state, candidate) {
      // The people panel and use-ring-news.tsx show a ring.
      if (state !== 'online')
        showSnackbar('info', <NotRung candidate={candidate} state={state} asMember={asMember} />);
      onClose();
      if (asMember) await queryClient.invalidateQueries({ queryKey: ['groups'] });
    },
  });
  return (
    <AddPersonDialog
      candidates={candidates}
      note={(candidate) => isMember(candidate) && <Trans>In the group</Trans>}
      nobody={<Trans>Everyone you’re paired with is here.</Trans>}
      error={add.error ?? unread}
      busy={add.isPending}
      onAdd={(candidate) => add.mutate(candidate)}
      onClose={onClose}
    >
      <Trans>We’ll call them. They can join until this call is over.</Trans>
      {canBecomeMember && (
        <Checkbox
          checked={asMember}
          onChange={({ currentTarget }) => setAsMember(currentTarget.checked)}
          details={<Trans>They can also join later calls.</Trans>}
          data-testid="add-to-group"
        >
          <Trans>Add them to the group</Trans>
        </Checkbox>
      )}
    </AddPersonDialog>
  );
};

async function makeMember(groupId: GroupId, pairId: PairId): Promise<void> {
  const { memberPairs } = await readItem('groups', groupId);
  const address = iri('pairs', pairId);
  if (!memberPairs.includes(address))
    await mergeItem('groups', groupId, { memberPairs: [...memberPairs, address] });
}

interface NotRungProps {
  readonly candidate: Candidate;
  readonly state: Exclude<PresenceState, 'online'>;
  readonly asMember: boolean;
}

/** Why, and what may become of it. */
const NotRung = ({ candidate, state, asMember }: NotRungProps) => {
  const name = useNamed()(candidate);
  switch (state) {
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
