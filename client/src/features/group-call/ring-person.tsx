import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mergeItem, readItem } from '#client/api/call-api.ts';
import { type Candidate, candidateOf } from '#client/api/queries/candidate.ts';
import { pairChoicesQuery } from '#client/api/queries/groups.ts';
import { presenceQuery } from '#client/api/queries/presence.ts';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { AddPersonDialog } from '#client/stage/add-person-dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { GroupId } from '#protocol/ids.ts';
import type { PresenceState } from '#protocol/party.ts';
import { iri } from '#protocol/rest/field.ts';

export interface RingPersonProps {
  readonly groupId: GroupId;
  readonly room: RoomView;
  readonly meeting: Meeting;
  readonly onClose: () => void;
}

/** The owner makes one of the pairs a member of the group, who is rung and may join the call from then on. */
export const RingPerson = ({ groupId, room, meeting, onClose }: RingPersonProps) => {
  const queryClient = useQueryClient();
  const { data: pairs, error: unread } = useQuery(pairChoicesQuery(room.self.id, ''));
  const { data: presence } = useQuery(presenceQuery());
  const here = new Set<string>(room.members.map(({ party }) => party.id));
  const add = useMutation({
    async mutationFn({ pairId }: Candidate): Promise<PresenceState> {
      const { memberPairs } = await readItem('groups', groupId);
      const address = iri('pairs', pairId);
      if (!memberPairs.includes(address))
        await mergeItem('groups', groupId, { memberPairs: [...memberPairs, address] });
      return await meeting.ring(pairId);
    },
    async onSuccess(state, candidate) {
      showSnackbar('info', <Added candidate={candidate} state={state} />);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['groups'] });
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
      <Trans>We’ll add them to the group and call them. They can also join later.</Trans>
    </AddPersonDialog>
  );
};

/** Whether they were rung, and what becomes of it where they were not. */
const Added = ({ candidate, state }: { readonly candidate: Candidate; readonly state: PresenceState }) => {
  const name = useNamed()(candidate);
  switch (state) {
    case 'online':
      return <Trans>{name} is being called.</Trans>;
    case 'busy':
      return <Trans>{name} is in another call. They can join later from Groups.</Trans>;
    case 'offline':
      return <Trans>{name} is offline. They can join later from Groups.</Trans>;
  }
};
