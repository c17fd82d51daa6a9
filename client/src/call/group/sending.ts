import type { Producer, RtpCodecCapability, Transport } from 'mediasoup-client/types';
import type { CodecFallback } from '#client/call/codec-fallback.ts';
import type { CaptureSize } from '#client/media/capture-constraints.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import { canHeal, createEffort, type Effort, isForgotten } from './effort.ts';
import { createProduce } from './produce.ts';
import { canAdjust, type ProducerPlan, planFor } from './producer-plan.ts';
import type { SendingTrouble, SentSources } from './troubles.ts';

/** What should be sent: no track is the same as paused, and ends what is shared. */
export interface Wanted {
  readonly track: MediaStreamTrack | null;
  readonly paused: boolean;
}

/** How it should be sent. */
export interface SendingSettings {
  readonly settings: CallSettings;
  readonly captureSize: CaptureSize;
  readonly recorded: boolean;
}

export interface SendingOptions extends SendingSettings {
  readonly transport: Transport;
  readonly signal: Signal;
  /** What this browser can send and the room can take. */
  readonly codecs: readonly RtpCodecCapability[];
  /** The media node or the server has refused a source for good, e.g. `feature-disabled`. */
  readonly onRefused: (source: MediaSource, code: ErrorCode) => void;
  /** A codec of the settings that cannot be sent here; the room's first is used instead. */
  readonly onCodecMissing: (fallback: CodecFallback) => void;
  /** What the media node has, and what it should have by now. */
  readonly onSent: (sent: SentSources, troubles: readonly SendingTrouble[]) => void;
  /** The media node no longer knows the transport or the member: rejoin. */
  readonly onLost: () => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/**
 * The producers of one room: made when there is first something to send, paused while it is muted or off. What is wanted is
 * said once, and brought about however often it fails (`effort.ts`).
 */
export interface Sending {
  set(source: MediaSource, wanted: Wanted): void;
  /** Takes effect on what is sent now and later. */
  applySettings(settings: SendingSettings): void;
  /** As it is now; good at first. */
  setLine(line: SendingLine): void;
  /**
   * The server has closed a producer, e.g. because a feature was switched off. Returns which source it was; null: not one of
   * these, or the microphone, which no one withdraws and which is sent again.
   */
  producerClosed(producerId: string): MediaSource | null;
  /** The media node has paused a producer by itself. */
  producerPaused(producerId: string): void;
  /** These are all that the media node has, in a session that may have missed that some were closed. */
  resume(producers: readonly ProducerInfo[]): void;
  close(): void;
}

/** To the media node. */
export interface SendingLine {
  /** Speech is lost on the way. */
  readonly lossy: boolean;
  /** Speech waits behind one's own pictures. */
  readonly narrow: boolean;
}

interface SendingInput extends SendingSettings, SendingLine {}

interface Lane {
  readonly source: MediaSource;
  wanted: Wanted;
  producer: Producer | null;
  /** Of `producer`, at the media node. */
  producerId: string | null;
  /** By which `producer` was made. */
  plan: ProducerPlan | null;
  /** The settings that `producer` follows. */
  settings: SendingInput | null;
  /** As the media node has `producer`; it may know of a pause later than this browser, which then sends nothing already. */
  paused: boolean;
  /** What the media node was asked last has not been answered: it may have done it, or may do it yet. */
  uncertain: boolean;
  /** A producer that is closed here, and about which the media node has not been told. */
  closing: string | null;
  readonly effort: Effort;
}

const nothingWanted: Wanted = { track: null, paused: true };

const isShare = (source: MediaSource): boolean => source !== 'microphone' && source !== 'camera';
const isPaused = ({ wanted: { track, paused } }: Lane): boolean => paused || track === null;
/** Whether the other members receive the track. A state that is not known counts as not sent. */
const isSent = (lane: Lane): boolean =>
  lane.producer !== null && !lane.paused && (!lane.uncertain || isPaused(lane));

export function createSending(options: SendingOptions): Sending {
  const { transport, signal, log } = options;
  const { settings, captureSize, recorded } = options;
  let input: SendingInput = { settings, captureSize, recorded, lossy: false, narrow: false };
  const produce = createProduce(transport, signal);
  const missing = new Set<string>();
  let closed = false;
  let reported = '';

  const newLane = (source: MediaSource): Lane => {
    const lane: Lane = {
      source,
      wanted: nothingWanted,
      producer: null,
      producerId: null,
      plan: null,
      settings: null,
      paused: true,
      uncertain: false,
      closing: null,
      effort: createEffort({
        isDone: () => isAsWanted(lane, input),
        step: () => step(lane).finally(report),
        judge: (error) => judge(lane, error),
        onState: report,
        log: (message, error) => log(`${message}: ${source}`, error),
      }),
    };
    return lane;
  };
  const lanes = {
    microphone: newLane('microphone'),
    camera: newLane('camera'),
    screen: newLane('screen'),
    'screen-audio': newLane('screen-audio'),
    playback: newLane('playback'),
    'playback-audio': newLane('playback-audio'),
  } satisfies Record<MediaSource, Lane>;
  const allLanes: readonly Lane[] = Object.values(lanes);

  function report(): void {
    if (closed) return;
    const sent: { [Source in MediaSource]?: 'sent' | 'paused' } = {};
    for (const lane of allLanes) if (lane.producer) sent[lane.source] = isSent(lane) ? 'sent' : 'paused';
    const troubles = allLanes.flatMap((lane) => troubleOf(lane) ?? []);
    const now = JSON.stringify([sent, troubles]);
    if (now === reported) return;
    reported = now;
    options.onSent(sent, troubles);
  }

  function judge(lane: Lane, error: unknown): 'again' | 'refused' {
    const { source } = lane;
    if (closed || transport.closed) return 'refused';
    const verdict = canHeal(error);
    if (verdict === 'refused') lane.uncertain = false;
    if (isForgotten(error)) options.onLost();
    else if (verdict === 'refused') options.onRefused(source, errorCodeOf(error));
    return verdict;
  }

  function currentPlan(source: MediaSource): ProducerPlan {
    const plan = planFor(source, { ...input, codecs: options.codecs });
    if (plan.missing !== null && !missing.has(plan.missing)) {
      missing.add(plan.missing);
      options.onCodecMissing({
        kind: source === 'microphone' ? 'audio' : 'video',
        wanted: plan.missing,
        lackedBy: 'here',
      });
    }
    return plan;
  }

  async function step(lane: Lane): Promise<void> {
    const { source, producer } = lane;
    const { track } = lane.wanted;
    if (!track && (isShare(source) || (!producer && lane.uncertain))) {
      await end(lane);
      return;
    }
    const plan = currentPlan(source);
    if (track && (!producer || !lane.plan || !canAdjust(lane.plan, plan))) {
      await make(lane, plan, track);
      return;
    }
    if (!producer) return;
    const used = input;
    if (track && producer.track !== track) await producer.replaceTrack({ track });
    if (track) {
      await limit(producer, plan).catch((error: unknown) => log('A bitrate could not be set', error));
      lane.plan = plan;
      lane.settings = used;
    }
    await tellPaused(lane, producer);
  }

  async function tellPaused(lane: Lane, producer: Producer): Promise<void> {
    const { producerId } = lane;
    const paused = isPaused(lane);
    alignPause(lane);
    if ((lane.paused === paused && !lane.uncertain) || producerId === null) return;
    lane.uncertain = true;
    try {
      await signal.request(paused ? 'groupCall.pauseProducer' : 'groupCall.resumeProducer', { producerId });
      if (lane.producer === producer) {
        lane.paused = paused;
        lane.uncertain = false;
      }
    } catch (error) {
      // The media node has lost it: another one is made.
      if (!isUnknown(error)) throw error;
      if (lane.producer === producer) forget(lane);
    }
  }

  /** The media node lets a new producer take the place of the old one of the same source. */
  async function make(lane: Lane, plan: ProducerPlan, track: MediaStreamTrack): Promise<void> {
    const used = input;
    const paused = isPaused(lane);
    // One that takes another's place changes nothing for the others until it is there.
    if (!lane.producer) lane.uncertain = true;
    const { producer, producerId } = await produce({
      ...(plan.codec && { codec: plan.codec }),
      ...(plan.encodings.length > 0 && { encodings: [...plan.encodings] }),
      codecOptions: plan.codecOptions,
      track,
      // The track belongs to the local media, which also mutes it.
      stopTracks: false,
      disableTrackOnPause: false,
      zeroRtpOnPause: true,
      appData: { source: lane.source, paused },
    }).catch((error: unknown) => {
      lane.uncertain = true;
      throw error;
    });
    lane.producer?.close();
    lane.producer = producer;
    lane.producerId = producerId;
    lane.plan = plan;
    lane.settings = used;
    lane.paused = paused;
    lane.uncertain = false;
    lane.closing = null;
    alignPause(lane);
  }

  async function end(lane: Lane): Promise<void> {
    if (lane.producerId !== null) {
      lane.closing = lane.producerId;
      forget(lane);
    }
    // Of one that may have been made without an answer, no one here knows the id.
    if (lane.uncertain) {
      await signal.request('groupCall.closeSource', { source: lane.source });
      lane.uncertain = false;
      lane.closing = null;
      return;
    }
    const { closing } = lane;
    if (closing === null) return;
    try {
      await signal.request('groupCall.closeProducer', { producerId: closing });
    } catch (error) {
      if (!isUnknown(error)) throw error;
    }
    if (lane.closing === closing) lane.closing = null;
  }

  return {
    set(source, wanted) {
      const lane = lanes[source];
      if (lane.wanted.track === wanted.track && lane.wanted.paused === wanted.paused) return;
      lane.wanted = wanted;
      alignPause(lane);
      lane.effort.renew();
      report();
    },
    applySettings(next) {
      input = { ...next, lossy: input.lossy, narrow: input.narrow };
      missing.clear();
      for (const { effort } of allLanes) effort.renew();
    },
    setLine({ lossy, narrow }) {
      if (input.lossy === lossy && input.narrow === narrow) return;
      input = { ...input, lossy, narrow };
      for (const { effort } of allLanes) effort.renew();
    },
    producerClosed(producerId) {
      const lane = allLanes.find((one) => one.producerId === producerId);
      if (!lane) return null;
      forget(lane);
      report();
      if (lane.source !== 'microphone') return lane.source;
      lane.effort.check();
      return null;
    },
    producerPaused(producerId) {
      const lane = allLanes.find((one) => one.producerId === producerId);
      if (!lane) return;
      lane.paused = true;
      report();
    },
    resume(producers) {
      for (const lane of allLanes) {
        const { source, producerId } = lane;
        const known = producers.find((one) => one.producerId === producerId);
        if (known) lane.paused = known.paused;
        else if (producerId !== null) forget(lane);
        // One that was made while no answer came through is not this browser's any more.
        lane.uncertain = producers.some((one) => one.source === source && one !== known);
        lane.effort.renew();
      }
      report();
    },
    close() {
      closed = true;
      for (const { effort } of allLanes) effort.close();
    },
  };
}

function isAsWanted(lane: Lane, input: SendingInput): boolean {
  const { source, wanted, producer, closing, uncertain } = lane;
  const { track } = wanted;
  if (uncertain) return false;
  if (!producer) return track === null && closing === null;
  if (track === null && isShare(source)) return false;
  if (lane.paused !== isPaused(lane)) return false;
  return track === null || (producer.track === track && lane.settings === input);
}

/** What a person has to know: a change of the settings that takes its time is none of it. */
function troubleOf(lane: Lane): SendingTrouble | null {
  const { source, wanted, producer, paused, uncertain, closing, effort } = lane;
  if (effort.state !== 'late' && effort.state !== 'given-up') return null;
  const givenUp = effort.state === 'given-up';
  if (wanted.track !== null && !wanted.paused) {
    const isThere = isSent(lane) && producer?.track === wanted.track;
    return isThere ? null : { what: source, wanted: 'on', givenUp };
  }
  const isStillShown = closing !== null || uncertain || (producer !== null && !paused);
  return isStillShown ? { what: source, wanted: 'off', givenUp } : null;
}

function forget(lane: Lane): void {
  lane.producer?.close();
  lane.producer = null;
  lane.producerId = null;
  lane.plan = null;
  lane.settings = null;
  lane.paused = true;
}

/** At once: what is muted is silent before the media node knows of it. */
function alignPause(lane: Lane): void {
  const { producer } = lane;
  const paused = isPaused(lane);
  if (!producer || producer.paused === paused) return;
  if (paused) producer.pause();
  else producer.resume();
}

const isUnknown = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'media-object-not-found';

/** Bitrates, and which layers are sent, may change while a producer runs. */
async function limit(producer: Producer, { encodings }: ProducerPlan): Promise<void> {
  const { rtpSender } = producer;
  if (!rtpSender || encodings.length === 0) return;
  const parameters = rtpSender.getParameters();
  let changed = false;
  for (const [index, encoding] of parameters.encodings.entries()) {
    const { maxBitrate, active = true } = encodings[index] ?? {};
    if (maxBitrate === undefined || (encoding.maxBitrate === maxBitrate && encoding.active === active))
      continue;
    encoding.maxBitrate = maxBitrate;
    encoding.active = active;
    changed = true;
  }
  if (changed) await rtpSender.setParameters(parameters);
}
