import type { Producer, ProducerOptions, Transport } from 'mediasoup-client/types';
import type { Signal } from '#client/signal/signal-client.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { cameraEncodings } from './layers.ts';

export type SentSource = 'microphone' | 'camera';

/** What should be sent: no track is the same as paused. */
export interface Wanted {
  readonly track: MediaStreamTrack | null;
  readonly paused: boolean;
}

export interface SendingOptions {
  readonly transport: Transport;
  readonly signal: Signal;
  /** The media node or the server has refused a source, e.g. `feature-disabled`. */
  readonly onRefused: (source: SentSource, code: ErrorCode) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** The producers of one room: made when there is first something to send, paused while it is muted or off. */
export interface Sending {
  set(source: SentSource, wanted: Wanted): void;
  /** The server has closed a producer, e.g. because a feature was switched off. Returns which source it was. */
  producerClosed(producerId: string): SentSource | null;
  close(): void;
}

interface Lane {
  wanted: Wanted;
  producer: Producer | null;
  working: boolean;
  dirty: boolean;
  /** Not tried again before something else is wanted. */
  refused: boolean;
}

const producerOptions: Record<SentSource, ProducerOptions> = {
  // Quiet microphones cost next to nothing (DTX), and single lost packets are not heard (FEC).
  microphone: { codecOptions: { opusDtx: true, opusFec: true, opusStereo: false } },
  camera: { encodings: cameraEncodings, codecOptions: { videoGoogleStartBitrate: 600 } },
};

export function createSending(options: SendingOptions): Sending {
  const { transport, signal, log } = options;
  const newLane = (): Lane => ({
    wanted: { track: null, paused: true },
    producer: null,
    working: false,
    dirty: false,
    refused: false,
  });
  const lanes: Record<SentSource, Lane> = { microphone: newLane(), camera: newLane() };
  let closed = false;

  /** One pass at a time and source; what changes meanwhile is brought up in the next one. */
  async function work(source: SentSource): Promise<void> {
    const lane = lanes[source];
    lane.dirty = true;
    if (lane.working) return;
    lane.working = true;
    while (lane.dirty && !closed && !lane.refused) {
      lane.dirty = false;
      try {
        await bringUp(source, lane);
      } catch (error) {
        if (closed || transport.closed) break;
        if (error instanceof AppError && error.status < 500 && error.code !== 'request-timeout') {
          lane.refused = true;
          options.onRefused(source, error.code);
        } else {
          log(`The ${source} could not be sent`, error);
        }
      }
    }
    lane.working = false;
  }

  async function bringUp(source: SentSource, lane: Lane): Promise<void> {
    const { track } = lane.wanted;
    const paused = lane.wanted.paused || track === null;
    if (!lane.producer) {
      if (!track) return;
      const producer = await transport.produce({
        ...producerOptions[source],
        track,
        // The track belongs to the local media, which also mutes it.
        stopTracks: false,
        disableTrackOnPause: false,
        zeroRtpOnPause: true,
        appData: { source, paused },
      });
      lane.producer = producer;
      if (paused) producer.pause();
      return;
    }
    const { producer } = lane;
    if (track && producer.track !== track) await producer.replaceTrack({ track });
    if (producer.paused === paused) return;
    if (paused) producer.pause();
    else producer.resume();
    await signal.request(paused ? 'groupCall.pauseProducer' : 'groupCall.resumeProducer', {
      producerId: producer.id,
    });
  }

  return {
    set(source, wanted) {
      const lane = lanes[source];
      if (lane.wanted.track === wanted.track && lane.wanted.paused === wanted.paused) return;
      lane.wanted = wanted;
      lane.refused = false;
      void work(source);
    },
    producerClosed(producerId) {
      for (const source of ['microphone', 'camera'] as const) {
        const lane = lanes[source];
        if (lane.producer?.id !== producerId) continue;
        lane.producer.close();
        lane.producer = null;
        return source;
      }
      return null;
    },
    close() {
      closed = true;
    },
  };
}
