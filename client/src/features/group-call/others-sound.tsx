import { useState } from 'react';
import type { MemberView } from '#client/call/group/member-view.ts';
import type { GroupCallSnapshot, TileTracks } from '#client/call/group/snapshot.ts';
import { AudioOutput } from '#client/stage/audio-output.tsx';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import { useHeardVolume } from './heard-volume.ts';

const SOURCES = ['microphone', 'screen-audio', 'playback-audio'] as const;

/** Everything that one hears of the others, whatever is shown of them. */
export const OthersSound = ({ tracks, state }: Pick<GroupCallSnapshot, 'tracks' | 'state'>) => {
  const members = state.name === 'joined' || state.name === 'rebuilding' ? state.room.members : [];
  const parties = new Map(members.map(({ tile, party }: MemberView) => [tile, partyKey(party)]));
  return [...tracks].map(([tile, each]) => (
    <MemberSound key={tile} tracks={each} party={parties.get(tile) ?? null} />
  ));
};

interface MemberSoundProps {
  readonly tracks: TileTracks;
  /** Null: no longer known. */
  readonly party: PartyKey | null;
}

const MemberSound = ({ tracks, party }: MemberSoundProps) => {
  // The room’s state goes shortly before its sound stops. Muted people must stay muted until then.
  const [known, setKnown] = useState(party);
  if (party !== null && party !== known) setKnown(party);
  const volume = useHeardVolume(known);
  return SOURCES.map((source) => {
    const track = tracks[source];
    return track && <AudioOutput key={source} track={track} share={volume} />;
  });
};
