import type { Track } from 'node-datachannel';

/** A receiver of everything that is published. */
export interface Subscriber {
  /** Packets of the published stream that have arrived. */
  received(): number;
}

/** A media server with one publisher and many subscribers, set up and ready to forward. */
export interface Forwarder {
  /** Takes whole RTP packets of the published stream. */
  readonly publisher: Pick<Track, 'sendMessageBinary'>;
  readonly subscribers: readonly Subscriber[];
  /** The processes whose CPU time is the cost. */
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Sets a media server up for so many subscribers. */
export type StartForwarder = (subscribers: number) => Promise<Forwarder>;

export const PUBLISHED_SSRC = 4_242;
