import type { Producer } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';
import { mediasoupCall } from './mediasoup-call.ts';
import { checkRtpParameters } from './parameters.ts';
import type { PeerTransport } from './peer-transport.ts';
import type { Quality } from './quality.ts';

/** A producer and where its media comes from. */
export interface SourcedProducer {
  readonly producer: Producer;
  readonly source: MediaSource;
  /** As requested last; `producer.paused` follows once the worker has answered. */
  paused: boolean;
}

/** Minimum time between two key frame requests, so that many joins at once cause one request. */
const KEY_FRAME_REQUEST_DELAY_MS = 500;

const AUDIO_SOURCES: readonly MediaSource[] = ['microphone', 'screen-audio', 'playback-audio'];

/** What a member sends. */
export class PeerProducers {
  readonly #transport: PeerTransport;
  readonly #quality: Quality;
  readonly #producers = new Map<string, SourcedProducer>();

  constructor(transport: PeerTransport, quality: Quality) {
    this.#transport = transport;
    this.#quality = quality;
  }

  get all(): SourcedProducer[] {
    return [...this.#producers.values()];
  }

  /** Opens a producer, which becomes the member's by `add`. */
  async open(request: SfuPayload<'media.produce'>): Promise<SourcedProducer> {
    const { transportId, kind, source, rtpParameters, paused } = request;
    if (transportId !== this.#transport.id) throw new AppError('media-object-not-found');
    checkRtpParameters(rtpParameters);
    // mediasoup accepts a kind with the other kind's codecs, which receiving browsers fail on.
    const isOfKind = rtpParameters.codecs.every(({ mimeType }) => mimeType.startsWith(`${kind}/`));
    const isOfSource = (kind === 'audio') === AUDIO_SOURCES.includes(source);
    if (!isOfKind || !isOfSource) throw new AppError('invalid-media-parameters');
    const keyFrames = kind === 'video' && { keyFrameRequestDelay: KEY_FRAME_REQUEST_DELAY_MS };
    const producer = await mediasoupCall(
      () => this.#transport.webRtc.produce({ kind, rtpParameters, paused, ...keyFrames }),
      'invalid-media-parameters',
    );
    return { producer, source, paused };
  }

  add(sourced: SourcedProducer): void {
    this.#producers.set(sourced.producer.id, sourced);
    this.#quality.add(sourced.producer);
  }

  get(producerId: string): SourcedProducer {
    const sourced = this.#producers.get(producerId);
    if (!sourced) throw new AppError('media-object-not-found');
    return sourced;
  }

  of(source: MediaSource): SourcedProducer | undefined {
    return this.all.find((sourced) => sourced.source === source);
  }

  /** False where it changes nothing. */
  async setPaused(producerId: string, paused: boolean): Promise<boolean> {
    const sourced = this.get(producerId);
    const { producer } = sourced;
    // Compared with the last request, so that a resume right after a pause is not dropped while the pause is under way.
    if (sourced.paused === paused) return false;
    sourced.paused = paused;
    await mediasoupCall(() => (paused ? producer.pause() : producer.resume()));
    this.#quality.forget(producer);
    return true;
  }

  close(producerId: string): void {
    const { producer } = this.get(producerId);
    this.#producers.delete(producerId);
    this.#quality.forget(producer);
    producer.close();
  }
}

export const producerInfo = ({ producer, source, paused }: SourcedProducer): ProducerInfo => ({
  producerId: producer.id,
  kind: producer.kind,
  source,
  paused,
});
