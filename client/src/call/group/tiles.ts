import type { Store } from '#client/store.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import { BRIDGED_TILE } from './bridged-room.ts';
import type { Leg } from './leg.ts';
import type { ShownSize } from './received-layer.ts';
import type { GroupCallSnapshot, TileTracks } from './snapshot.ts';
import { whenFlowing } from './when-flowing.ts';

/** Pictures of a member that can each be shown or not. */
export type PictureSource = Extract<MediaSource, 'camera' | 'screen' | 'playback'>;
const PICTURE_SOURCES: readonly PictureSource[] = ['camera', 'screen', 'playback'];
const SOURCES: readonly MediaSource[] = [...PICTURE_SOURCES, 'microphone', 'screen-audio', 'playback-audio'];

export interface TilesOptions {
  readonly store: Store<GroupCallSnapshot>;
  /** Of the room that one is in; null: none is open. */
  readonly leg: () => Leg | null;
  /** All that came over the bridge comes from the room now. */
  readonly onCarried: () => void;
}

/** What is received, by the tile on which it is shown: from the room, or over another connection until the room has it. */
export interface Tiles {
  add(memberId: MemberId, source: MediaSource, track: MediaStreamTrack): void;
  remove(memberId: MemberId, source: MediaSource, track: MediaStreamTrack): void;
  /** At which size a picture is shown; null: not at all. */
  setVisible(tile: string, source: PictureSource, size: ShownSize | null): void;
  /** Whether pictures are received at all; true at first. */
  setWanted(wanted: boolean): void;
  /** The tracks over the other connection; null: it is closed. */
  bridge(tracks: TileTracks | null): void;
  /** The page is there: what it shows and plays counts as carried. */
  show(): void;
  /** The room, or who is in it, has changed. */
  follow(): void;
}

export function createTiles({ store, leg, onCarried }: TilesOptions): Tiles {
  const shown = new Map<string, { readonly [Source in PictureSource]?: ShownSize | null }>();
  let bridged: TileTracks | null = null;
  let shownByPage = false;
  let wanted = true;

  const setTracks = (tile: string, tracks: TileTracks) => {
    const now = store.get();
    store.set({ ...now, tracks: new Map(now.tracks).set(tile, tracks) });
  };
  const members = () => {
    const { state } = store.get();
    return state.name === 'joined' ? state.room.members : [];
  };
  const memberOf = (memberId: MemberId) => members().find((member) => member.memberId === memberId);

  const isPaused = (memberId: MemberId, source: MediaSource): boolean =>
    memberOf(memberId)?.producers.find((producer) => producer.source === source)?.paused ?? true;

  /** Tells when all that the room's page shows and plays comes from the room (SPEC.md, D13). */
  function checkCarried(): void {
    if (!bridged || !shownByPage) return;
    const member = members().find(({ tile }) => tile === BRIDGED_TILE);
    if (!member?.memberId || member.before !== null) return;
    const current = store.get().tracks.get(BRIDGED_TILE) ?? {};
    const wanted = member.producers.filter(({ paused }) => !paused).map(({ source }) => source);
    const carried = wanted.every((source) => current[source] && current[source] !== bridged?.[source]);
    if (carried) onCarried();
  }

  function showBridge(tracks: TileTracks): void {
    const before = bridged ?? {};
    bridged = tracks;
    const now = { ...store.get().tracks.get(BRIDGED_TILE) };
    for (const source of SOURCES) {
      // What comes from the room already stays.
      if (now[source] !== undefined && now[source] !== before[source]) continue;
      if (tracks[source]) now[source] = tracks[source];
      else delete now[source];
    }
    setTracks(BRIDGED_TILE, now);
  }

  function reportShown(memberId: MemberId, tile: string): void {
    const sizes = shown.get(tile);
    for (const source of PICTURE_SOURCES) {
      const size = sizes?.[source];
      if (size !== undefined) leg()?.receiving.setShown(memberId, source, wanted ? size : null);
    }
  }

  function reportAllShown(): void {
    for (const { tile, memberId } of members()) if (memberId !== null) reportShown(memberId, tile);
  }

  return {
    add(memberId, source, track) {
      const tile = memberOf(memberId)?.tile;
      if (tile === undefined) return;
      const replace = () => {
        setTracks(tile, { ...store.get().tracks.get(tile), [source]: track });
        checkCarried();
      };
      const current = leg();
      if (tile !== BRIDGED_TILE || !bridged?.[source] || !current) {
        replace();
        return;
      }
      // What there is continues until this has something to show or play, so that nothing is missed in between.
      void whenFlowing(current.receiveTransport, track, () => isPaused(memberId, source)).then((flows) => {
        if (flows && memberOf(memberId)?.tile === tile) replace();
      });
    },
    remove(memberId, source, track) {
      const tile = memberOf(memberId)?.tile;
      if (tile === undefined) return;
      const { [source]: current, ...others } = store.get().tracks.get(tile) ?? {};
      if (current === track) setTracks(tile, others);
    },
    setVisible(tile, source, size) {
      shown.set(tile, { ...shown.get(tile), [source]: size });
      const memberId = members().find((member) => member.tile === tile)?.memberId ?? null;
      if (memberId !== null) reportShown(memberId, tile);
    },
    setWanted(next) {
      if (wanted === next) return;
      wanted = next;
      reportAllShown();
    },
    bridge(tracks) {
      if (tracks) showBridge(tracks);
      else bridged = null;
    },
    show() {
      shownByPage = true;
      checkCarried();
    },
    follow() {
      const now = store.get();
      if (now.state.name !== 'joined') return;
      const { members } = now.state.room;
      const tiles = new Set(members.map(({ tile }) => tile));
      // The tracks of tiles that are gone are forgotten.
      if ([...now.tracks.keys()].some((tile) => !tiles.has(tile)))
        store.set({ ...now, tracks: new Map([...now.tracks].filter(([tile]) => tiles.has(tile))) });
      reportAllShown();
      checkCarried();
    },
  };
}

/** As if they were producers of a room: what is there is sent. */
export const sentOver = (tracks: TileTracks): readonly ProducerInfo[] =>
  SOURCES.flatMap((source) => {
    const track = tracks[source];
    if (!track) return [];
    const kind = track.kind === 'audio' ? 'audio' : 'video';
    return [{ producerId: `bridged-${source}`, kind, source, paused: false }];
  });
