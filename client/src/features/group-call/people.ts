import { isMuted } from '#client/call/group/claims.ts';
import type { MemberView } from '#client/call/group/member-view.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import type { GroupCallSnapshot, TileTracks } from '#client/call/group/snapshot.ts';
import type { PictureSource } from '#client/call/group/tiles.ts';
import { linkOf } from '#client/call/link-stats.ts';
import { folded } from '#client/i18n/folded.ts';
import { namesInList } from '#client/i18n/formats.ts';
import type { Language } from '#client/i18n/language.ts';
import type { Quality } from '#client/media/connection-stats.ts';
import { liveTrack } from '#client/media/local-media.ts';
import { qualityOfMember, qualityOfScore } from '#client/media/member-quality.ts';
import { sharedTracks } from '#client/media/share.ts';
import type { MemberId } from '#protocol/ids.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import type { Link } from '#protocol/signal/group-call.ts';

export const SELF_KEY = 'self';

/** Pictures that someone shares besides the camera. */
export type ShareSource = Exclude<PictureSource, 'camera'>;

export interface Share {
  readonly source: ShareSource;
  /** Null until it has arrived. */
  readonly track: MediaStreamTrack | null;
}

export interface Person {
  /** Of the tile, for as long as the person is in the call. */
  readonly key: string;
  /** Null for someone who has not come back from a rebuild yet. */
  readonly memberId: MemberId | null;
  /** Stays the same over reloads and rebuilds. */
  readonly party: PartyKey;
  readonly name: string;
  readonly self: boolean;
  /** Owns the group. */
  readonly owner: boolean;
  /** A guest came by a link: without an account to go by. */
  readonly kind: Party['kind'];
  readonly camera: MediaStreamTrack | null;
  /** One sees oneself as in a mirror, but not what a phone's other camera looks at. */
  readonly mirrored: boolean;
  /** The camera is being sent, whether or not its picture has arrived. */
  readonly filmed: boolean;
  readonly shares: readonly Share[];
  readonly muted: boolean;
  readonly speaking: boolean;
  /** Their connection is being restored. */
  readonly away: boolean;
  readonly handRaisedAt: string | null;
  /** Records the call in the browser. */
  readonly recording: boolean;
  readonly quality: Quality | null;
  /** What the quality was measured by, in their own browser; null where only the node's score is known. */
  readonly link: Link | null;
}

const SHARES: readonly ShareSource[] = ['screen', 'playback'];

/** While someone comes back from a rebuild, what they sent before it counts as well: nothing flickers on the way. */
const isSending = ({ producers, before }: MemberView, source: PictureSource | 'microphone'): boolean =>
  [...producers, ...(before ?? [])].some((producer) => producer.source === source && !producer.paused);

interface Known {
  readonly tracks: TileTracks | undefined;
  readonly speaking: boolean;
  readonly person: Person;
}

/** Members are immutable: an unchanged one keeps its person object and is not rendered again. */
const known = new WeakMap<MemberView, Known>();

function personOf(member: MemberView, tracks: TileTracks | undefined, speaker: string | null): Person {
  const speaking = member.memberId !== null && member.memberId === speaker;
  const before = known.get(member);
  if (before?.tracks === tracks && before?.speaking === speaking) return before.person;
  const person = newPerson(member, tracks, speaking);
  known.set(member, { tracks, speaking, person });
  return person;
}

function newPerson(member: MemberView, tracks: TileTracks | undefined, speaking: boolean): Person {
  const filmed = isSending(member, 'camera');
  return {
    key: member.tile,
    memberId: member.memberId,
    party: partyKey(member.party),
    name: member.party.name,
    self: false,
    owner: member.owner,
    kind: member.party.kind,
    camera: filmed ? (tracks?.camera ?? null) : null,
    mirrored: false,
    filmed,
    shares: SHARES.filter((source) => isSending(member, source)).map((source) => ({
      source,
      track: tracks?.[source] ?? null,
    })),
    muted: !isSending(member, 'microphone'),
    speaking,
    away: member.away || (member.memberId === null && !member.bridged),
    handRaisedAt: member.handRaisedAt,
    recording: member.recording,
    quality: qualityOfMember(member),
    link: member.link,
  };
}

/** What a call is called: by its group, or by those who are in it; empty while no one is. */
export const roomName = ({ groupName, members }: RoomView, language: Language): string =>
  groupName ||
  namesInList(
    // Someone may take part on two devices.
    [...new Map(members.map(({ party }) => [partyKey(party), party.name])).values()],
    language,
  );

/** Everyone on the stage, oneself last: the others are who one came for. */
export function peopleOf(snapshot: GroupCallSnapshot): readonly Person[] {
  const { state, local, tracks, audioOnly } = snapshot;
  if (state.name !== 'joined' && state.name !== 'rebuilding') return [];
  const { room } = state;
  const selfId = state.name === 'joined' ? state.memberId : null;
  const camera = local ? liveTrack(local.camera) : null;
  const film = local ? sharedTracks(local.playback).video : null;
  const self: Person = {
    key: SELF_KEY,
    memberId: selfId,
    party: partyKey(room.self),
    name: room.self.name,
    self: true,
    owner: room.owner,
    kind: room.self.kind,
    camera,
    mirrored: local?.camera.status === 'live' && local.camera.facing !== 'environment',
    filmed: camera !== null,
    // A screen that shows itself has no end; of a file one sees what the others see.
    shares: film ? [{ source: 'playback', track: film }] : [],
    muted: isMuted(snapshot),
    speaking: selfId !== null && selfId === room.activeSpeaker,
    away: false,
    handRaisedAt: room.handRaisedAt,
    recording: room.recording,
    quality: snapshot.quality?.quality ?? qualityOfScore(room.selfScore),
    link: snapshot.quality && linkOf(snapshot.quality),
  };
  const others = room.members.map((member) => personOf(member, tracks.get(member.tile), room.activeSpeaker));
  return [...(audioOnly === 'on' ? others.map(withoutPictures) : others), self];
}

const heardOnly = new WeakMap<Person, Person>();

/** As one sees someone from whom no picture is received. */
function withoutPictures(person: Person): Person {
  const heard = heardOnly.get(person) ?? { ...person, camera: null, shares: [] };
  heardOnly.set(person, heard);
  return heard;
}

/** Those whose hand is raised, the earliest first. */
export const handsInOrder = (people: readonly Person[]): readonly Person[] =>
  people
    .filter((person) => person.handRaisedAt !== null)
    .sort((one, other) => (one.handRaisedAt ?? '').localeCompare(other.handRaisedAt ?? ''));

/** The order of the list: yourself, raised hands by time, then the others by time of joining. */
export function inListOrder(people: readonly Person[]): readonly Person[] {
  const others = people.filter(({ self }) => !self);
  return [
    ...people.filter(({ self }) => self),
    ...handsInOrder(others),
    ...others.filter(({ handRaisedAt }) => handRaisedAt === null),
  ];
}

/** Those whose names have all words of a query, in any case, width and kana, in their order. */
export function peopleNamed(people: readonly Person[], query: string): readonly Person[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return people.filter(({ name }) => {
    const known = folded(name);
    return words.every((word) => known.includes(word));
  });
}
