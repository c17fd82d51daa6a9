import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ellipsis, Hand, Lock, LockOpen, MicOff, UserX, VideoOff, Volume2 } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { Meeting } from '#client/call/group/meeting.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { PANEL_IDS } from '#client/stage/panel-ids.ts';
import { QualityBars } from '#client/stage/quality-badge.tsx';
import { useQualityText } from '#client/stage/quality-text.ts';
import { SidePanel } from '#client/stage/side-panel.tsx';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import { AddPerson } from './add-person.tsx';
import { MuteAll } from './mute-all.tsx';
import { MutedForMe } from './muted-for-me.tsx';
import { handsInOrder, inListOrder, type Person, peopleNamed } from './people.ts';
import { PersonLine, personRow, rowButton } from './person-line.tsx';
import { type Removal, RemoveDialog } from './remove-dialog.tsx';
import { RungPeople } from './rung-people.tsx';

export interface PeoplePanelProps {
  readonly people: readonly Person[];
  readonly meeting: Meeting;
  readonly room: RoomView;
  /** Memoize it. Sets how loud one hears someone. */
  readonly onVolume: (person: Person) => void;
  readonly onClose: () => void;
}

/** Fewer are seen at a glance. */
const SEARCH_FROM = 10;
/** The list is here already: it follows each letter, and is read out once typing has paused. */
const SEARCH_PAUSE_MS = 100;

/** Who is here, in which order the hands were raised, and what the owner may do about it. */
const PeoplePanel = ({ people, meeting, room, onVolume, onClose }: PeoplePanelProps) => {
  // Anyone who owns the group may mute, remove, lock and add.
  const { owner, locked } = room;
  const { t, i18n } = useLingui();
  const [removing, setRemoving] = useState<Person | null>(null);
  const attempt = useMemo(
    () => (what: Promise<void>) => {
      what.catch((error: unknown) => {
        // Someone who has just left needs no message.
        if (error instanceof AppError && error.code === 'not-found') return;
        const code = error instanceof AppError ? error.code : 'internal-error';
        showSnackbar('error', i18n._(errorText[code]));
      });
    },
    [i18n],
  );
  const [search, setSearch] = useState('');
  const hands = handsInOrder(people);
  const listed = inListOrder(people);
  const count = people.length;
  const searchable = count >= SEARCH_FROM;
  const rows = searchable ? peopleNamed(listed, search) : listed;
  const found = rows.length;
  return (
    <SidePanel id={PANEL_IDS.people} title={t`People (${count})`} testId="people-panel" onClose={onClose}>
      {(owner || locked) && (
        <LockRow owner={owner} locked={locked} onChange={(wanted) => attempt(meeting.setLocked(wanted))} />
      )}
      {owner && (
        <chakra.div display="flex" flexWrap="wrap" gap="2" px="4" pb="3" _empty={{ display: 'none' }}>
          <AddPerson room={room} meeting={meeting} />
          {count > 1 && <MuteAll people={people} meeting={meeting} attempt={attempt} />}
        </chakra.div>
      )}
      {searchable && (
        <chakra.div
          display="flex"
          px="4"
          pb="2"
          onKeyDown={(event) => {
            // The first Escape ends the search, the next one closes the panel.
            if (event.key !== 'Escape' || search === '' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            setSearch('');
          }}
        >
          <SearchField
            label={t`Search people`}
            value={search}
            onSearch={setSearch}
            pauseMs={SEARCH_PAUSE_MS}
            dense
          />
        </chakra.div>
      )}
      <chakra.p
        role="status"
        px="4"
        pb="2"
        textStyle="caption"
        color="stage.muted"
        // Not hidden while it is empty: what appears together with its text is not read out everywhere.
        _empty={{ pb: '0' }}
      >
        {searchable && search !== '' && t`${found} of ${count} match`}
      </chakra.p>
      {room.rung.length > 0 && <RungPeople rung={room.rung} meeting={meeting} />}
      <chakra.ul m="0" p="0" px="2" pb="4" listStyleType="none" flex="1" minH="0" overflowY="auto">
        {rows.map((person) => (
          <PersonRow
            key={person.key}
            person={person}
            place={hands.indexOf(person) + 1}
            owner={owner}
            meeting={meeting}
            attempt={attempt}
            onVolume={onVolume}
            onRemove={setRemoving}
          />
        ))}
      </chakra.ul>
      {removing && (
        <RemoveDialog
          person={removing}
          locked={locked}
          onCancel={() => setRemoving(null)}
          onConfirm={(removal) => {
            const { memberId } = removing;
            setRemoving(null);
            if (memberId) attempt(remove(meeting, memberId, removal));
          }}
        />
      )}
    </SidePanel>
  );
};
export default PeoplePanel;

/** Locks first: no one slips in between. */
async function remove(meeting: Meeting, memberId: MemberId, { lock, withdrawLink }: Removal): Promise<void> {
  if (lock) await meeting.setLocked(true);
  await meeting.removeMember(memberId, { withdrawLink });
}

interface LockRowProps {
  readonly owner: boolean;
  readonly locked: boolean;
  readonly onChange: (locked: boolean) => void;
}

const LockRow = ({ owner, locked, onChange }: LockRowProps) => (
  <chakra.div display="flex" alignItems="center" gap="3" px="4" pb="3" textStyle="small">
    {locked ? <Lock size={18} aria-hidden /> : <LockOpen size={18} aria-hidden />}
    <chakra.span flex="1" id="lock-label">
      {locked ? <Trans>Locked: no one new can join</Trans> : <Trans>Anyone in the group can join</Trans>}
    </chakra.span>
    {owner && (
      <Button
        size="sm"
        shape="pill"
        variant={locked ? 'stageActive' : 'stage'}
        aria-pressed={locked}
        data-testid="lock"
        onClick={() => onChange(!locked)}
      >
        {locked ? <Trans>Unlock</Trans> : <Trans>Lock</Trans>}
      </Button>
    )}
  </chakra.div>
);

interface PersonRowProps {
  readonly person: Person;
  /** Of the hand in the order of hands, from 1; 0: it is not raised. */
  readonly place: number;
  /** One owns the group. */
  readonly owner: boolean;
  readonly meeting: Meeting;
  readonly attempt: (what: Promise<void>) => void;
  readonly onVolume: (person: Person) => void;
  readonly onRemove: (person: Person) => void;
}

/** Drawn again only when it has changed: in a large call there is news of someone all the time. */
const PersonRow = memo(({ person, place, owner: byOwner, ...actions }: PersonRowProps) => {
  const { t } = useLingui();
  const qualityText = useQualityText();
  const { name, self, owner, kind, away, recording } = person;
  const marks = [self && t`You`, owner && t`Owner`, kind === 'guest' && t`Guest`, recording && t`Recording`];
  const quality = qualityText(person);
  const details = [...marks, away ? t`Reconnecting…` : quality].filter(Boolean).join(' · ');
  return (
    <chakra.li
      data-testid="person"
      data-name={name}
      {...personRow}
      borderRadius="md"
      // The browser lays out only the visible rows. Keyboard and screen reader still get all of them in order.
      contentVisibility="auto"
      containIntrinsicSize="auto 3.5rem"
    >
      <PersonLine name={name}>{details}</PersonLine>
      {place > 0 && (
        <chakra.span
          role="img"
          aria-label={t`Hand raised, number ${place} in line`}
          data-testid="hand-place"
          display="inline-flex"
          alignItems="center"
          gap="1"
          px="2"
          py="1"
          borderRadius="full"
          bg="#E3B34C"
          color="#1B1405"
          textStyle="caption"
          fontWeight="semibold"
        >
          <Hand size={14} aria-hidden />
          {place}
        </chakra.span>
      )}
      {!self && <MutedForMe person={person} size={16} />}
      {person.muted && <MicOff size={16} role="img" aria-label={t`Muted`} />}
      {!person.filmed && <VideoOff size={16} role="img" aria-label={t`Camera off`} />}
      {person.quality && <QualityBars quality={person.quality} label={quality} />}
      {!self && <PersonMenu person={person} byOwner={byOwner} {...actions} />}
    </chakra.li>
  );
});

interface PersonMenuProps
  extends Pick<PersonRowProps, 'person' | 'meeting' | 'attempt' | 'onVolume' | 'onRemove'> {
  readonly byOwner: boolean;
}

const PersonMenu = ({ person, byOwner, meeting, attempt, onVolume, onRemove }: PersonMenuProps) => {
  const { t } = useLingui();
  const { name, memberId } = person;
  return (
    <Menu
      transient
      trigger={
        <IconButton label={t`More options for ${name}`} {...rowButton}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Volume2 aria-hidden />} onSelect={() => onVolume(person)}>
        <Trans>Volume for me</Trans>
      </MenuItem>
      {byOwner && memberId && (
        <>
          <MenuSeparator />
          <OwnerItems
            person={person}
            memberId={memberId}
            meeting={meeting}
            attempt={attempt}
            onRemove={onRemove}
          />
        </>
      )}
    </Menu>
  );
};

interface OwnerItemsProps extends Pick<PersonRowProps, 'person' | 'meeting' | 'attempt' | 'onRemove'> {
  readonly memberId: MemberId;
}

/** What the owner of the group may do about someone. */
const OwnerItems = ({ person, memberId, meeting, attempt, onRemove }: OwnerItemsProps) => (
  <>
    <MenuItem
      icon={<MicOff aria-hidden />}
      disabled={person.muted}
      onSelect={() => attempt(meeting.muteMember(memberId, 'microphone'))}
    >
      <Trans>Mute</Trans>
    </MenuItem>
    <MenuItem
      icon={<VideoOff aria-hidden />}
      disabled={!person.filmed}
      onSelect={() => attempt(meeting.muteMember(memberId, 'camera'))}
    >
      <Trans>Turn camera off</Trans>
    </MenuItem>
    {person.shares.map(({ source }) => (
      <MenuItem
        key={source}
        icon={<VideoOff aria-hidden />}
        onSelect={() => attempt(meeting.muteMember(memberId, source))}
      >
        {source === 'screen' ? <Trans>Stop screen sharing</Trans> : <Trans>Stop file</Trans>}
      </MenuItem>
    ))}
    {person.handRaisedAt !== null && (
      <MenuItem icon={<Hand aria-hidden />} onSelect={() => attempt(meeting.lowerHand(memberId))}>
        <Trans>Lower hand</Trans>
      </MenuItem>
    )}
    {!person.owner && (
      <>
        <MenuSeparator />
        <MenuItem icon={<UserX aria-hidden />} onSelect={() => onRemove(person)}>
          <Trans>Remove from the call</Trans>
        </MenuItem>
      </>
    )}
  </>
);
