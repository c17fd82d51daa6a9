import type { Producer, RtpCodecCapability, Transport } from 'mediasoup-client/types';
import type { CodecFallback } from '#client/call/codec-fallback.ts';
import type { CaptureSize } from '#client/media/capture-constraints.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MediaSource } from '#protocol/media.ts';
import { canAdjust, type ProducerPlan, planFor } from './producer-plan.ts';

/** What should be sent: no track is the same as paused, and ends what is shared. */
export interface Wanted {
  readonly track: MediaStreamTrack | null;
  readonly paused: boolean;
}

/** How it should be sent. */
export interface SendingSettings {
  readonly settings: CallSettings;
  readonly captureSize: CaptureSize;
}

export interface SendingOptions extends SendingSettings {
  readonly transport: Transport;
  readonly signal: Signal;
  /** What this browser can send and the room can take. */
  readonly codecs: readonly RtpCodecCapability[];
  /** The media node or the server has refused a source, e.g. `feature-disabled`. */
  readonly onRefused: (source: MediaSource, code: ErrorCode) => void;
  /** A codec of the settings that cannot be sent here; the room's first is used instead. */
  readonly onCodecMissing: (fallback: CodecFallback) => void;
  /** The media node could not be told that the microphone is muted, or heard again: it is as it was before. */
  readonly onMuteFailed: (muted: boolean) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** The producers of one room: made when there is first something to send, paused while it is muted or off. */
export interface Sending {
  set(source: MediaSource, wanted: Wanted): void;
  /** Takes effect on what is sent now and later. */
  applySettings(settings: SendingSettings): void;
  /** The server has closed a producer, e.g. because a feature was switched off. Returns which source it was. */
  producerClosed(producerId: string): MediaSource | null;
  close(): void;
}

interface Lane {
  wanted: Wanted;
  producer: Producer | null;
  /** By which `producer` was made. */
  plan: ProducerPlan | null;
  working: boolean;
  dirty: boolean;
  /** Not tried again before something else is wanted. */
  refused: boolean;
}

const newLane = (): Lane => ({
  wanted: { track: null, paused: true },
  producer: null,
  plan: null,
  working: false,
  dirty: false,
  refused: false,
});

const isShare = (source: MediaSource): boolean => source !== 'microphone' && source !== 'camera';

export function createSending(options: SendingOptions): Sending {
  const { transport, signal, log } = options;
  const lanes: Record<MediaSource, Lane> = {
    microphone: newLane(),
    camera: newLane(),
    screen: newLane(),
    'screen-audio': newLane(),
    playback: newLane(),
    'playback-audio': newLane(),
  };
  const sources = Object.keys(lanes) as MediaSource[];
  let input = { settings: options.settings, captureSize: options.captureSize };
  const missing = new Set<string>();
  let closed = false;

  /** One pass at a time for each source; a change during it takes effect in the next one. */
  async function work(source: MediaSource): Promise<void> {
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

  function currentPlan(source: MediaSource): ProducerPlan {
    const plan = planFor(source, { ...input, codecs: options.codecs });
    if (plan.missing !== null && !missing.has(plan.missing)) {
      missing.add(plan.missing);
      options.onCodecMissing({ kind: source === 'microphone' ? 'audio' : 'video', wanted: plan.missing });
    }
    return plan;
  }

  async function bringUp(source: MediaSource, lane: Lane): Promise<void> {
    const { track } = lane.wanted;
    const paused = lane.wanted.paused || track === null;
    if (!track && isShare(source)) {
      await end(lane);
      return;
    }
    const plan = currentPlan(source);
    if (track && (!lane.producer || !lane.plan || !canAdjust(lane.plan, plan))) {
      await make(source, lane, plan, track, paused);
      return;
    }
    const { producer } = lane;
    if (!producer) return;
    if (track && producer.track !== track) await producer.replaceTrack({ track });
    await limit(producer, plan);
    lane.plan = plan;
    if (producer.paused === paused) return;
    pause(producer, paused);
    try {
      await signal.request(paused ? 'groupCall.pauseProducer' : 'groupCall.resumeProducer', {
        producerId: producer.id,
      });
    } catch (error) {
      // As the media node still has it, so that wanting it again is another attempt.
      pause(producer, !paused);
      if (source !== 'microphone') throw error;
      log('The microphone could not be muted or unmuted', error);
      options.onMuteFailed(paused);
    }
  }

  /** The media node lets a new producer take the place of the old one of the same source. */
  async function make(
    source: MediaSource,
    lane: Lane,
    plan: ProducerPlan,
    track: MediaStreamTrack,
    paused: boolean,
  ): Promise<void> {
    const old = lane.producer;
    const producer = await transport.produce({
      ...(plan.codec && { codec: plan.codec }),
      ...(plan.encodings.length > 0 && { encodings: [...plan.encodings] }),
      codecOptions: plan.codecOptions,
      track,
      // The track belongs to the local media, which also mutes it.
      stopTracks: false,
      disableTrackOnPause: false,
      zeroRtpOnPause: true,
      appData: { source, paused },
    });
    lane.producer = producer;
    lane.plan = plan;
    old?.close();
    if (paused) producer.pause();
  }

  async function end(lane: Lane): Promise<void> {
    const { producer } = lane;
    lane.producer = null;
    lane.plan = null;
    if (!producer) return;
    producer.close();
    await signal.request('groupCall.closeProducer', { producerId: producer.id });
  }

  return {
    set(source, wanted) {
      const lane = lanes[source];
      if (lane.wanted.track === wanted.track && lane.wanted.paused === wanted.paused) return;
      lane.wanted = wanted;
      lane.refused = false;
      void work(source);
    },
    applySettings(next) {
      input = next;
      missing.clear();
      void work('microphone');
      void work('camera');
    },
    producerClosed(producerId) {
      for (const source of sources) {
        const lane = lanes[source];
        if (lane.producer?.id !== producerId) continue;
        lane.producer.close();
        lane.producer = null;
        lane.plan = null;
        return source;
      }
      return null;
    },
    close() {
      closed = true;
    },
  };
}

function pause(producer: Producer, paused: boolean): void {
  if (paused) producer.pause();
  else producer.resume();
}

/** Bitrates may change while a producer runs. */
async function limit(producer: Producer, { encodings }: ProducerPlan): Promise<void> {
  const { rtpSender } = producer;
  if (!rtpSender || encodings.length === 0) return;
  const parameters = rtpSender.getParameters();
  let changed = false;
  for (const [index, encoding] of parameters.encodings.entries()) {
    const maxBitrate = encodings[index]?.maxBitrate;
    if (maxBitrate === undefined || encoding.maxBitrate === maxBitrate) continue;
    encoding.maxBitrate = maxBitrate;
    changed = true;
  }
  if (changed) await rtpSender.setParameters(parameters);
}
