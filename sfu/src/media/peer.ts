import type { Consumer, DtlsParameters, Producer, RtpCapabilities, WebRtcTransport } from 'mediasoup/types';
import { AppError } from '#protocol/app-error.ts';
import type { GuestLinkId, MemberId } from '#protocol/ids.ts';
import type { MediaSource, TransportOptions } from '#protocol/media.ts';
import type { Party } from '#protocol/party.ts';
import type { Measured, RoomNotice, SfuRequests } from '#protocol/sfu/contract.ts';
import type { ConsumerOptions, Link, Member, ProducerInfo } from '#protocol/signal/group-call.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { receivedParameters } from './codecs.ts';
import { measure, sumOf } from './departures.ts';
import { watchKeyFrames } from './key-frame-watch.ts';
import { mediaCall } from './media-call.ts';
import { OrphanWatch } from './orphan-watch.ts';
import { checkDtlsParameters, checkRtpCapabilities, checkRtpParameters } from './parameters.ts';
import { Quality } from './quality.ts';
import { type Seat, seatOf } from './seats.ts';

/** A producer and where its media comes from. */
export interface SourcedProducer {
  readonly producer: Producer;
  readonly source: MediaSource;
  /** As asked for last; `producer.paused` only follows when the worker has answered. */
  paused: boolean;
}

export interface PeerOptions {
  readonly memberId: MemberId;
  readonly party: Party;
  readonly owner: boolean;
  /** Of a guest. */
  readonly guestLinkId: GuestLinkId | undefined;
  /** From the browser to the node. */
  readonly sendTransport: WebRtcTransport;
  /** From the node to the browser. */
  readonly receiveTransport: WebRtcTransport;
  readonly orphanMs: number;
  readonly unreadyMs: number;
  readonly unusedMs: number;
  /** Tells this member. */
  readonly notify: (notice: RoomNotice) => void;
  readonly onQuality: (score: number) => void;
  readonly onLink: (link: Link) => void;
  /** The browser has ended the transport that it sent by: its producers must be closed. */
  readonly onSendingEnded: () => void;
  readonly onOrphaned: () => void;
}

/** Least time between two requests for a key frame, so that many who join at once cause one and not a storm. */
const KEY_FRAME_REQUEST_DELAY_MS = 500;

/** However often a browser reports its connection, the others hear of it no more often. */
const LINK_TOLD_EVERY_MS = 1_000;

const AUDIO_SOURCES: readonly MediaSource[] = ['microphone', 'screen-audio', 'playback-audio'];

/** One member's end of the room's media: its two transports and what runs over them. It knows no other peer. */
export class Peer {
  readonly memberId: MemberId;
  /** ISO 8601; null: the hand is down. */
  handRaisedAt: string | null = null;
  /** Records the call in its browser, as it says itself. */
  recording = false;
  readonly #options: PeerOptions;
  readonly #producers = new Map<string, SourcedProducer>();
  readonly #consumers = new Map<string, Consumer>();
  readonly #connecting = new Set<string>();
  readonly #quality: Quality;
  readonly #orphanWatch: OrphanWatch;
  /** Of each transport that has ended, what it had carried. */
  readonly #measuring: Promise<Measured | undefined>[] = [];
  #capabilities: RtpCapabilities | undefined;
  #away = false;
  #link: Link | null = null;
  #linkTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PeerOptions) {
    const { memberId, sendTransport, receiveTransport, onQuality } = options;
    this.memberId = memberId;
    this.#options = options;
    this.#quality = new Quality(onQuality);
    this.#orphanWatch = new OrphanWatch([sendTransport, receiveTransport], {
      orphanMs: options.orphanMs,
      unreadyMs: options.unreadyMs,
      unusedMs: options.unusedMs,
      onChange: (gone) => this.#quality.setGone(gone),
      onOrphaned: options.onOrphaned,
    });
    this.#whenEnded(sendTransport, () => options.onSendingEnded());
    this.#whenEnded(receiveTransport, () => {
      this.#capabilities = undefined;
      this.#consumers.clear();
    });
  }

  get info(): Member {
    const { memberId, party, owner } = this.#options;
    const producers = [...this.#producers.values()].map(producerInfo);
    const { handRaisedAt, recording } = this;
    return {
      memberId,
      party,
      owner,
      away: this.#away,
      handRaisedAt,
      recording,
      link: this.#link,
      producers,
    };
  }

  get party(): Party {
    return this.#options.party;
  }

  get owner(): boolean {
    return this.#options.owner;
  }

  /** Its socket is lost; its session waits for another one. */
  get away(): boolean {
    return this.#away;
  }

  get guestLinkId(): GuestLinkId | undefined {
    return this.#options.guestLinkId;
  }

  get seat(): Seat {
    return { ...seatOf(this.party, this.guestLinkId), away: this.#away };
  }

  get transportOptions(): { sendTransport: TransportOptions; receiveTransport: TransportOptions } {
    const { sendTransport, receiveTransport } = this.#options;
    return {
      sendTransport: transportOptions(sendTransport),
      receiveTransport: transportOptions(receiveTransport),
    };
  }

  get transports(): readonly WebRtcTransport[] {
    return [this.#options.sendTransport, this.#options.receiveTransport];
  }

  get producers(): SourcedProducer[] {
    return [...this.#producers.values()];
  }

  get consumerCount(): number {
    return this.#consumers.size;
  }

  /** How well its media arrives, 0 to 10; null before anything has. */
  get quality(): number | null {
    return this.#quality.current;
  }

  /** Whether consumers may be opened: the browser has said what it can receive. */
  get isReady(): boolean {
    return this.#capabilities !== undefined && !this.#closed;
  }

  /** False where it changes nothing. */
  setAway(away: boolean): boolean {
    const changed = this.#away !== away;
    this.#away = away;
    return changed;
  }

  setLink(link: Link): void {
    const { loss, roundTripMs } = this.#link ?? {};
    if (loss === link.loss && roundTripMs === link.roundTripMs) return;
    this.#link = link;
    this.#linkTimer ??= setTimeout(() => {
      this.#linkTimer = undefined;
      if (this.#link) this.#options.onLink(this.#link);
    }, LINK_TOLD_EVERY_MS);
  }

  /** False where it was ready before: the first capabilities stand. */
  ready(capabilities: RtpCapabilities): boolean {
    checkRtpCapabilities(capabilities);
    if (this.#capabilities) return false;
    this.#capabilities = capabilities;
    this.#orphanWatch.ready();
    return true;
  }

  async connect(transportId: string, dtlsParameters: DtlsParameters): Promise<void> {
    const transport = this.#transport(transportId);
    checkDtlsParameters(dtlsParameters);
    // A fingerprint is taken once: who could set another would take the member's place.
    if (this.#connecting.has(transportId)) throw new AppError('conflict');
    this.#connecting.add(transportId);
    try {
      await mediaCall(() => transport.connect({ dtlsParameters }), 'invalid-media-parameters');
    } catch (error) {
      this.#connecting.delete(transportId);
      throw error;
    }
  }

  async restartIce(transportId: string) {
    const transport = this.#transport(transportId);
    return await mediaCall(() => transport.restartIce());
  }

  /** Opens a producer, which becomes the member's by `addProducer`. */
  async produce(request: PayloadOf<SfuRequests, 'media.produce'>): Promise<SourcedProducer> {
    const { transportId, kind, source, rtpParameters, paused } = request;
    const { sendTransport } = this.#options;
    if (transportId !== sendTransport.id) throw new AppError('media-object-not-found');
    checkRtpParameters(rtpParameters);
    // mediasoup takes a kind with the other kind's codecs, and the receivers' browsers would choke on it.
    const isOfKind = rtpParameters.codecs.every(({ mimeType }) => mimeType.startsWith(`${kind}/`));
    const isOfSource = (kind === 'audio') === AUDIO_SOURCES.includes(source);
    if (!isOfKind || !isOfSource) throw new AppError('invalid-media-parameters');
    const producer = await mediaCall(
      () =>
        sendTransport.produce({
          kind,
          rtpParameters,
          paused,
          ...(kind === 'video' && { keyFrameRequestDelay: KEY_FRAME_REQUEST_DELAY_MS }),
        }),
      'invalid-media-parameters',
    );
    return { producer, source, paused };
  }

  addProducer(sourced: SourcedProducer): void {
    // The member has left while the producer was being opened; its transport took the producer with it.
    if (this.#closed) throw new AppError('not-in-room');
    this.#producers.set(sourced.producer.id, sourced);
    this.#quality.add(sourced.producer);
  }

  producer(producerId: string): SourcedProducer {
    const sourced = this.#producers.get(producerId);
    if (!sourced) throw new AppError('media-object-not-found');
    return sourced;
  }

  producerOf(source: MediaSource): SourcedProducer | undefined {
    return this.producers.find((sourced) => sourced.source === source);
  }

  /** False where it changes nothing. */
  async pauseProducer(producerId: string, paused: boolean): Promise<boolean> {
    const sourced = this.producer(producerId);
    const { producer } = sourced;
    // Against what was asked for last: a resume right behind a pause must not take the pause for not yet happened.
    if (sourced.paused === paused) return false;
    sourced.paused = paused;
    await mediaCall(() => (paused ? producer.pause() : producer.resume()));
    this.#quality.setPaused(producer, paused);
    return true;
  }

  closeProducer(producerId: string): void {
    const { producer } = this.producer(producerId);
    this.#producers.delete(producerId);
    this.#quality.remove(producer);
    producer.close();
  }

  /**
   * Opens a paused consumer of another member's producer and tells the browser of it, which resumes it once it can decode
   * (SPEC.md, G5). A browser that lacks the codec gets none.
   */
  async consume(owner: MemberId, { producer, source }: SourcedProducer): Promise<void> {
    const rtpCapabilities = this.#capabilities;
    if (!rtpCapabilities || this.#closed) return;
    const { receiveTransport, notify } = this.#options;
    const consumer = await receiveTransport.consume({
      producerId: producer.id,
      rtpCapabilities,
      paused: true,
      // Off by default for audio; works where both sides have NACK for Opus.
      enableRtx: true,
    });
    if (consumer.kind === 'video') await watchKeyFrames(consumer);
    // Closed while the worker was opening the consumer: no one knows of it, so no notice is sent.
    if (this.#closed || producer.closed) return consumer.close();
    this.#consumers.set(consumer.id, consumer);
    let reported: number | null | undefined;
    consumer.on('layerschange', (layers) => {
      const spatialLayer = layers?.spatialLayer ?? null;
      // Temporal layers change all the time; clients do not need to know.
      if (spatialLayer === reported) return;
      reported = spatialLayer;
      notify({ notice: 'groupCall.consumerLayersChanged', data: { consumerId: consumer.id, spatialLayer } });
    });
    notify({ notice: 'groupCall.consumerOpened', data: consumerOptions(consumer, owner, source) });
  }

  /** Closes what this member receives of a producer that is about to be closed. */
  stopConsuming(producerId: string): void {
    for (const consumer of this.#consumers.values()) {
      if (consumer.producerId !== producerId) continue;
      this.#consumers.delete(consumer.id);
      consumer.close();
      this.#options.notify({ notice: 'groupCall.consumerClosed', data: { consumerId: consumer.id } });
    }
  }

  async pauseConsumer(consumerId: string, paused: boolean): Promise<void> {
    const consumer = this.#consumer(consumerId);
    await mediaCall(() => (paused ? consumer.pause() : consumer.resume()));
  }

  async setPreferredLayers(consumerId: string, spatialLayer: number): Promise<void> {
    const consumer = this.#consumer(consumerId);
    await mediaCall(() => consumer.setPreferredLayers({ spatialLayer }));
  }

  /** The bytes that its transports carried, once it is closed. */
  async measured(): Promise<Measured | undefined> {
    return sumOf(await Promise.all(this.#measuring));
  }

  /** Closes everything that runs over its transports. Says nothing: the member is no longer there to hear it. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#measuring.push(measure(this.#options.sendTransport), measure(this.#options.receiveTransport));
    clearTimeout(this.#linkTimer);
    this.#orphanWatch.close();
    this.#quality.close();
    this.#options.sendTransport.close();
    this.#options.receiveTransport.close();
    this.#consumers.clear();
    this.#producers.clear();
  }

  /**
   * What DTLS has ended never comes back, so it is closed at once: mediasoup's WebRtcServer gives an address to the first
   * transport that is reached from there, and all that comes from it goes to that one. A browser that comes back from the
   * same address and port, as it may behind a NAT, could not be reached until then.
   */
  #whenEnded(transport: WebRtcTransport, before: () => void): void {
    transport.on('dtlsstatechange', (state) => {
      if ((state !== 'closed' && state !== 'failed') || this.#closed) return;
      before();
      this.#measuring.push(measure(transport));
      transport.close();
    });
  }

  #transport(transportId: string): WebRtcTransport {
    const { sendTransport, receiveTransport } = this.#options;
    const transport = [sendTransport, receiveTransport].find(({ id }) => id === transportId);
    if (!transport || transport.closed) throw new AppError('media-object-not-found');
    return transport;
  }

  #consumer(consumerId: string): Consumer {
    const consumer = this.#consumers.get(consumerId);
    if (!consumer) throw new AppError('media-object-not-found');
    return consumer;
  }
}

export const producerInfo = ({ producer, source, paused }: SourcedProducer): ProducerInfo => ({
  producerId: producer.id,
  kind: producer.kind,
  source,
  paused,
});

/** What the other end needs to know of a transport. */
export const transportOptions = ({
  id,
  iceParameters,
  iceCandidates,
  dtlsParameters,
}: WebRtcTransport): TransportOptions => ({ id, iceParameters, iceCandidates, dtlsParameters });

const consumerOptions = (consumer: Consumer, owner: MemberId, source: MediaSource): ConsumerOptions => ({
  consumerId: consumer.id,
  producerId: consumer.producerId,
  memberId: owner,
  kind: consumer.kind,
  source,
  rtpParameters: receivedParameters(consumer.rtpParameters),
  producerPaused: consumer.producerPaused,
});
