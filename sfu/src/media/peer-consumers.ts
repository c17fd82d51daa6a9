import type { Consumer, RtpCapabilities } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { RoomNotice } from '#protocol/sfu/contract.ts';
import type { ConsumerOptions } from '#protocol/signal/group-call.ts';
import { receivedParameters } from './codecs.ts';
import { watchKeyFrames } from './key-frame-watch.ts';
import { mediasoupCall } from './mediasoup-call.ts';
import { createNarrowLine, type NarrowLine } from './narrow-line.ts';
import { checkRtpCapabilities } from './parameters.ts';
import type { SourcedProducer } from './peer-producers.ts';
import type { PeerTransport } from './peer-transport.ts';
import type { RoomSettings } from './room-settings.ts';

interface Received {
  readonly owner: MemberId;
  readonly sourced: SourcedProducer;
  /** Closed while the member does not look: it opens again under another id. */
  readonly consumer: Consumer;
  idle: NodeJS.Timeout | undefined;
}

export interface PeerConsumersOptions extends Pick<RoomSettings, 'idleConsumerMs'> {
  readonly transport: PeerTransport;
  /** Notifies this member. */
  readonly notify: (notice: RoomNotice) => void;
  readonly activeSpeaker: () => MemberId | null;
}

/** mediasoup gives each picture its smallest layer, the first of these first, and then all that is left to the first. */
const SHARED_PRIORITY = 200;
const SPEAKER_PRIORITY = 100;
const CAMERA_PRIORITY = 1;
/** Each picture that takes the place of another begins with a key frame, which a narrow line carries slowly. */
const SPEAKER_STAYS_MS = 6_000;

/** What a member receives. */
export class PeerConsumers {
  readonly #transport: PeerTransport;
  readonly #notify: (notice: RoomNotice) => void;
  readonly #idleConsumerMs: number;
  readonly #line: NarrowLine;
  readonly #activeSpeaker: () => MemberId | null;
  /** By the id that the member knows. */
  readonly #received = new Map<string, Received>();
  #capabilities: RtpCapabilities | undefined;
  #rankedFor: MemberId | null = null;
  #ranking: NodeJS.Timeout | undefined;

  constructor({ transport, notify, idleConsumerMs, activeSpeaker }: PeerConsumersOptions) {
    this.#transport = transport;
    this.#activeSpeaker = activeSpeaker;
    this.#line = createNarrowLine(transport.webRtc, () => this.rank());
    this.#notify = notify;
    this.#idleConsumerMs = idleConsumerMs;
  }

  /** Those that cost the worker something. */
  get count(): number {
    return [...this.#received.values()].filter(({ consumer }) => !consumer.closed).length;
  }

  /** As their member was told of them. */
  get opened(): ConsumerOptions[] {
    return [...this.#received.values()].map(optionsOf);
  }

  /** Whether consumers may be opened: the browser has reported its capabilities. */
  get isReady(): boolean {
    return this.#capabilities !== undefined && !this.#transport.closed;
  }

  /** False where it was ready before: the first capabilities stand. */
  ready(capabilities: RtpCapabilities): boolean {
    checkRtpCapabilities(capabilities);
    if (this.#capabilities) return false;
    this.#capabilities = capabilities;
    this.#line.watch();
    return true;
  }

  /** Says which pictures go on where the line to this member is too narrow for all; after each change of who speaks. */
  rank(): void {
    if (!this.#line.isNarrow || this.#ranking) return;
    const speaker = this.#activeSpeaker();
    // In silence the last speaker keeps the place.
    if (speaker !== null) this.#rankedFor = speaker;
    for (const received of this.#received.values()) this.#rank(received);
    this.#ranking = setTimeout(() => {
      this.#ranking = undefined;
      if ((this.#activeSpeaker() ?? this.#rankedFor) !== this.#rankedFor) this.rank();
    }, SPEAKER_STAYS_MS);
  }

  /**
   * Opens a paused consumer of another member's producer and notifies the browser, which resumes it once it can decode
   * (SPEC.md, G5). A browser that lacks the codec gets none.
   */
  async open(owner: MemberId, sourced: SourcedProducer): Promise<void> {
    const { producer } = sourced;
    const rtpCapabilities = this.#capabilities;
    if (!rtpCapabilities || this.#transport.closed) return;
    const consumer = await this.#transport.webRtc.consume({
      producerId: producer.id,
      rtpCapabilities,
      paused: true,
      // Off by default for audio; works where both sides have NACK for Opus.
      enableRtx: true,
    });
    if (consumer.kind === 'video') await watchKeyFrames(consumer);
    // Closed while the worker opened the consumer: the browser does not know it, and gets no notice.
    if (this.#transport.closed || producer.closed) return consumer.close();
    const received: Received = { owner, sourced, consumer, idle: undefined };
    this.#received.set(consumer.id, received);
    this.#closeWhenIdle(received);
    this.#reportLayers(consumer);
    if (this.#line.isNarrow) this.#rank(received);
    this.#notify({ notice: 'groupCall.consumerOpened', data: optionsOf(received) });
  }

  /** Closes what this member receives of a producer that is about to be closed. */
  closeOf(producerId: string): void {
    for (const [consumerId, received] of this.#received) {
      if (received.sourced.producer.id !== producerId) continue;
      this.#received.delete(consumerId);
      clearTimeout(received.idle);
      received.consumer.close();
      this.#notify({ notice: 'groupCall.consumerClosed', data: { consumerId } });
    }
  }

  async setPaused(consumerId: string, paused: boolean): Promise<void> {
    const received = this.#get(consumerId);
    const { consumer } = received;
    if (consumer.closed) return paused ? undefined : this.#openAgain(consumerId, received);
    clearTimeout(received.idle);
    await mediasoupCall(() => (paused ? consumer.pause() : consumer.resume()));
    if (paused) this.#closeWhenIdle(received);
  }

  async setPreferredLayers(consumerId: string, spatialLayer: number): Promise<void> {
    const { consumer } = this.#get(consumerId);
    if (!consumer.closed) await mediasoupCall(() => consumer.setPreferredLayers({ spatialLayer }));
  }

  /** The transport has ended, and with it what ran over it. */
  clear(): void {
    this.#capabilities = undefined;
    clearTimeout(this.#ranking);
    for (const { idle } of this.#received.values()) clearTimeout(idle);
    this.#received.clear();
  }

  #rank({ owner, sourced: { source }, consumer }: Received): void {
    if (consumer.kind !== 'video' || consumer.closed) return;
    const ofCamera = owner === this.#rankedFor ? SPEAKER_PRIORITY : CAMERA_PRIORITY;
    const priority = source === 'camera' ? ofCamera : SHARED_PRIORITY;
    // A consumer that has closed needs none.
    if (consumer.priority !== priority) consumer.setPriority(priority).catch(() => {});
  }

  #get(consumerId: string): Received {
    const received = this.#received.get(consumerId);
    if (!received) throw new AppError('media-object-not-found');
    return received;
  }

  /**
   * The worker keeps a record of each packet that it does not forward to a paused consumer, which costs more and more
   * (mediasoup's `SeqManager::Drop`). One with layers keeps none.
   */
  #closeWhenIdle(received: Received): void {
    const { consumer } = received;
    if (consumer.type === 'simulcast') return;
    clearTimeout(received.idle);
    received.idle = setTimeout(() => {
      if (consumer.paused) consumer.close();
    }, this.#idleConsumerMs);
  }

  /** The browser keeps the last picture until that of the new consumer is there. */
  async #openAgain(consumerId: string, received: Received): Promise<void> {
    // Only once, however often it is requested.
    this.#received.delete(consumerId);
    try {
      await mediasoupCall(() => this.open(received.owner, received.sourced));
    } catch (error) {
      if (!this.#transport.closed && !received.sourced.producer.closed)
        this.#received.set(consumerId, received);
      throw error;
    }
    this.#notify({ notice: 'groupCall.consumerClosed', data: { consumerId } });
  }

  #reportLayers(consumer: Consumer): void {
    let reported: number | null | undefined;
    consumer.on('layerschange', (layers) => {
      const spatialLayer = layers?.spatialLayer ?? null;
      // Temporal layers change all the time; clients do not need to know.
      if (spatialLayer === reported) return;
      reported = spatialLayer;
      this.#notify({
        notice: 'groupCall.consumerLayersChanged',
        data: { consumerId: consumer.id, spatialLayer },
      });
    });
  }
}

const optionsOf = ({ owner, sourced: { producer, source }, consumer }: Received): ConsumerOptions => ({
  consumerId: consumer.id,
  producerId: producer.id,
  memberId: owner,
  kind: consumer.kind,
  source,
  rtpParameters: receivedParameters(consumer.rtpParameters),
  producerPaused: consumer.producerPaused,
});
