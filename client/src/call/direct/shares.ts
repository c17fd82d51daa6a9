import type { SharedTracks } from '#client/media/share.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SharedSource } from '#protocol/signal/direct-call.ts';
import type { PeerSource } from './sections.ts';

export interface SharesOptions {
  /** Asks the server, which tells the other side (SPEC.md, D15). */
  readonly announce: (source: SharedSource, on: boolean, video: MediaStreamTrack | null) => Promise<unknown>;
  readonly setTrack: (source: PeerSource, track: MediaStreamTrack | null) => void;
  readonly onRefused: (source: SharedSource) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** What one side shares in a 1-to-1 call. Nothing is sent before the server has said that it may be. */
export interface Shares {
  set(source: SharedSource, tracks: SharedTracks): void;
  /** Announces again what is shared, to a server that may not know it. */
  sayAgain(): void;
}

interface Lane {
  wanted: SharedTracks;
  state: 'off' | 'asking' | 'on';
}

const SOURCES: readonly SharedSource[] = ['screen', 'playback'];
const nothing: SharedTracks = { video: null, audio: null };

export function createShares({ announce, setTrack, onRefused, log }: SharesOptions): Shares {
  const lanes: Record<SharedSource, Lane> = {
    screen: { wanted: nothing, state: 'off' },
    playback: { wanted: nothing, state: 'off' },
  };

  const isWanted = ({ wanted }: Lane): boolean => wanted.video !== null || wanted.audio !== null;

  function send(source: SharedSource, { video, audio }: SharedTracks): void {
    setTrack(source, video);
    setTrack(`${source}-audio`, audio);
  }

  async function begin(source: SharedSource, lane: Lane): Promise<void> {
    lane.state = 'asking';
    try {
      await announce(source, true, lane.wanted.video);
      lane.state = 'on';
      // It may have ended while the server was asked.
      if (isWanted(lane)) send(source, lane.wanted);
      else end(source, lane);
    } catch (error) {
      log(`The ${source} could not be shared`, error);
      // Where no answer came, the other side may have been told that it begins.
      end(source, lane);
      if (error instanceof AppError) onRefused(source);
    }
  }

  function end(source: SharedSource, lane: Lane): void {
    lane.state = 'off';
    send(source, nothing);
    announce(source, false, null).catch((error: unknown) =>
      log(`The end of the ${source} was not told`, error),
    );
  }

  return {
    set(source, tracks) {
      const lane = lanes[source];
      if (lane.wanted.video === tracks.video && lane.wanted.audio === tracks.audio) return;
      lane.wanted = tracks;
      if (lane.state === 'asking') return;
      if (lane.state === 'off') {
        if (isWanted(lane)) void begin(source, lane);
      } else if (isWanted(lane)) send(source, tracks);
      else end(source, lane);
    },
    sayAgain() {
      for (const source of SOURCES) {
        const lane = lanes[source];
        if (lane.state === 'on') void begin(source, lane);
      }
    },
  };
}
