import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import type { Pair } from '#client/api/api-types.ts';
import { mergeItem, readItem } from '#client/api/call-api.ts';
import { pairChoicesQuery } from '#client/api/queries/groups.ts';
import { presenceOf, presenceQuery } from '#client/api/queries/presence.ts';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { RoomView } from '#client/call/group/room.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { GroupId, PairId } from '#protocol/ids.ts';
import type { PresenceState } from '#protocol/party.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';

export interface AddPersonDialogProps {
  readonly groupId: GroupId;
  readonly room: RoomView;
  readonly meeting: Meeting;
  readonly onClose: () => void;
}

/** The owner makes one of the pairs a member of the group, who is rung and may join the call from then on. */
const AddPersonDialog = ({ groupId, room, meeting, onClose }: AddPersonDialogProps) => {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const { data: pairs, error: unread } = useQuery(pairChoicesQuery(room.self.id, ''));
  const { data: presence } = useQuery(presenceQuery());
  const here = new Set<string>(room.members.map(({ party }) => party.id));
  const others = pairs?.items.filter(({ peer }) => !here.has(idOfIri(peer)));
  const add = useMutation({
    async mutationFn({ id }: Pair): Promise<PresenceState> {
      const { memberPairs } = await readItem('groups', groupId);
      const address = iri('pairs', id);
      if (!memberPairs.includes(address))
        await mergeItem('groups', groupId, { memberPairs: [...memberPairs, address] });
      // An id of a pair that the API has given.
      return await meeting.ring(id as PairId);
    },
    async onSuccess(state, pair) {
      showSnackbar('info', <Added name={nameOf(pair)} state={state} />);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['groups'] });
    },
  });
  const error = add.error ?? unread;
  return (
    <Dialog
      title={t`Add a person`}
      onClose={onClose}
      width="26rem"
      actions={
        <Button variant="soft" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <chakra.p mb="4">
        <Trans>They become a member of the group, are called, and can join at any time.</Trans>
      </chakra.p>
      {error && <Banner tone="error">{i18n._(textOfError(error))}</Banner>}
      {!others && !error && <Spinner size="1.5rem" label={t`Loading…`} />}
      {others?.length === 0 && (
        <chakra.p color="ink" data-testid="nobody-to-add">
          <Trans>Everybody of your pairs is here.</Trans>
        </chakra.p>
      )}
      <chakra.ul display="grid" gap="1" listStyleType="none" m="0" p="0">
        {others?.map((pair) => (
          <Candidate
            key={pair.id}
            name={nameOf(pair)}
            state={presenceOf(pair, presence)}
            busy={add.isPending}
            onAdd={() => add.mutate(pair)}
          />
        ))}
      </chakra.ul>
    </Dialog>
  );
};
export default AddPersonDialog;

const nameOf = (pair: Pair): string => pair.name || pair.nickname || pair.serialPrinted || pair.mail || '';

interface CandidateProps {
  readonly name: string;
  readonly state: PresenceState;
  /** Somebody is being added. */
  readonly busy: boolean;
  readonly onAdd: () => void;
}

const Candidate = ({ name, state, busy, onAdd }: CandidateProps) => (
  <chakra.li display="flex" alignItems="center" gap="3" minH="14">
    <Avatar name={name} size="2.5rem" />
    <chakra.span flex="1" minW="0">
      <chakra.span display="block" color="ink" truncate>
        {name}
      </chakra.span>
      <chakra.span display="block" textStyle="caption">
        {state === 'online' && <Trans>Online</Trans>}
        {state === 'busy' && <Trans>In a call</Trans>}
        {state === 'offline' && <Trans>Offline</Trans>}
      </chakra.span>
    </chakra.span>
    <Button size="sm" disabled={busy} onClick={onAdd}>
      <Phone size={16} aria-hidden />
      <Trans>Add {name}</Trans>
    </Button>
  </chakra.li>
);

/** Whether they were rung, and what becomes of it where they were not. */
const Added = ({ name, state }: { readonly name: string; readonly state: PresenceState }) => {
  switch (state) {
    case 'online':
      return <Trans>{name} is being called.</Trans>;
    case 'busy':
      return <Trans>{name} is in another call, and finds this one among the groups afterwards.</Trans>;
    case 'offline':
      return <Trans>{name} is not there, and finds this call among the groups later.</Trans>;
  }
};
