import type { Router, WebRtcTransport } from 'mediasoup/types';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { RoomNotice, SfuRequests } from '#protocol/sfu/contract.ts';
import type { LeaveReason } from '#protocol/signal/group-call.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import { offeredCapabilities } from './codecs.ts';
import { mediaCall } from './media-call.ts';
import type { MediaWorker } from './media-worker.ts';
import { Peer, producerInfo, type SourcedProducer } from './peer.ts';
import { Speaker } from './speaker.ts';

export interface RoomSettings {
  /** A transport over which the browser has sent no ICE check for so many seconds, 10 to 60, is disconnected. */
  readonly iceConsentS: number;
  /** A member whose transports have been gone for so long is removed. */
  readonly orphanMs: number;
  /** A member that has never connected a transport is removed after so long. */
  readonly unusedMs: number;
  /** An empty room waits so long for somebody to come back before it closes. */
  readonly lingerMs: number;
  /** Bits a second that one member may send. */
  readonly maxIncomingBitrate: number;
  /** First guess, in bits a second, at what a member can receive. */
  readonly initialOutgoingBitrate: number;
}

export interface RoomOptions {
  readonly roomId: RoomId;
  readonly worker: MediaWorker;
  readonly settings: RoomSettings;
  readonly log: Logger;
  readonly say: (to: readonly MemberId[], notice: RoomNotice) => void;
  /** Nobody has been there for the linger time; the room is closed. */
  readonly onEmptied: () => void;
  /** The room has removed a member whose transports were gone. */
  readonly onMemberLost: (memberId: MemberId) => void;
  /** The worker has died, and the room with it. */
  readonly onLost: () => void;
}

type Payload<Name extends keyof SfuRequests> = PayloadOf<SfuRequests, Name>;

/** One live group call: a router, and a peer for each member. Every member hears of what happens to the others. */
export class Room {
  readonly #options: RoomOptions;
  readonly #router: Router;
  readonly #speaker: Speaker;
  readonly #peers = new Map<MemberId, Peer>();
  /** Those whose transports are being made; an entry that is gone or another's means that the member has left meanwhile. */
  readonly #joining = new Map<MemberId, symbol>();
  #linger: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(options: RoomOptions, router: Router, speaker: Speaker) {
    this.#options = options;
    this.#router = router;
    this.#speaker = speaker;
    router.on('workerclose', () => {
      if (this.#closed) return;
      this.close();
      options.onLost();
    });
  }

  static async open(options: RoomOptions): Promise<Room> {
    let announce = (_memberId: MemberId | null) => {};
    const router = await options.worker.createRouter();
    const speaker = await Speaker.watch(router, (memberId) => announce(memberId));
    const room = new Room(options, router, speaker);
    announce = (memberId) => room.#tellAll({ notice: 'groupCall.activeSpeakerChanged', data: { memberId } });
    return room;
  }

  get memberCount(): number {
    return this.#peers.size;
  }

  get consumerCount(): number {
    return this.peers.reduce((sum, peer) => sum + peer.consumerCount, 0);
  }

  get peers(): Peer[] {
    return [...this.#peers.values()];
  }

  peer(memberId: MemberId): Peer {
    const peer = this.#peers.get(memberId);
    if (!peer) throw new AppError('not-in-room');
    return peer;
  }

  async join({
    memberId,
    party,
    owner,
    capacity,
  }: Payload<'room.join'>): Promise<ReplyOf<SfuRequests, 'room.join'>> {
    if (this.#closed) throw new AppError('media-node-unavailable');
    this.leave(memberId, 'replaced');
    if (this.#peers.size + this.#joining.size >= capacity) throw new AppError('room-full');
    this.#cancelLinger();
    const ticket = Symbol(memberId);
    this.#joining.set(memberId, ticket);
    const isCurrent = () => this.#joining.get(memberId) === ticket;
    try {
      const [sendTransport, receiveTransport] = await this.#createTransports();
      if (!isCurrent()) {
        sendTransport.close();
        receiveTransport.close();
        throw new AppError('not-in-room');
      }
      const peer = new Peer({
        memberId,
        party,
        owner,
        sendTransport,
        receiveTransport,
        orphanMs: this.#options.settings.orphanMs,
        unusedMs: this.#options.settings.unusedMs,
        say: (notice) => this.#options.say([memberId], notice),
        onQuality: (score) =>
          this.#tellAll({ notice: 'groupCall.memberQualityChanged', data: { memberId, score } }),
        onOrphaned: () => {
          this.leave(memberId, 'lost');
          this.#options.onMemberLost(memberId);
        },
      });
      const members = this.peers.map(({ info }) => info);
      this.#tellOthers(memberId, { notice: 'groupCall.memberJoined', data: { member: peer.info } });
      this.#peers.set(memberId, peer);
      this.#options.log.info({ memberId, members: this.#peers.size }, 'member joined');
      return {
        roomId: this.#options.roomId,
        memberId,
        routerRtpCapabilities: offeredCapabilities(this.#router.rtpCapabilities),
        ...peer.transportOptions,
        members,
        activeSpeaker: this.#speaker.current,
      };
    } finally {
      if (isCurrent()) this.#joining.delete(memberId);
      this.#lingerIfEmpty();
    }
  }

  /** Opens a consumer of everything that there is; of what comes later, when it comes. */
  ready({ memberId, rtpCapabilities }: Payload<'room.ready'>): void {
    const peer = this.peer(memberId);
    if (!peer.ready(rtpCapabilities)) return;
    for (const other of this.peers) {
      if (other === peer) continue;
      for (const sourced of other.producers) this.#consume(peer, other, sourced);
      if (other.quality !== null) {
        this.#options.say([memberId], {
          notice: 'groupCall.memberQualityChanged',
          data: { memberId: other.memberId, score: other.quality },
        });
      }
    }
  }

  /** Somebody who is not there is no error. */
  leave(memberId: MemberId, reason: LeaveReason): void {
    this.#joining.delete(memberId);
    const peer = this.#peers.get(memberId);
    if (!peer) return;
    for (const sourced of peer.producers) this.#closeProducer(peer, sourced);
    this.#peers.delete(memberId);
    peer.close();
    this.#tellOthers(memberId, { notice: 'groupCall.memberLeft', data: { memberId, reason } });
    this.#options.log.info({ memberId, reason, members: this.#peers.size }, 'member left');
    this.#lingerIfEmpty();
  }

  setAway({ memberId, away }: Payload<'room.setAway'>): void {
    if (!this.peer(memberId).setAway(away)) return;
    this.#tellOthers(memberId, { notice: 'groupCall.memberAway', data: { memberId, away } });
  }

  /** A source has one producer at most: a new one takes the place of the old one. */
  async produce(request: Payload<'media.produce'>): Promise<{ producerId: string }> {
    const { memberId, source } = request;
    const peer = this.peer(memberId);
    const old = peer.producerOf(source);
    if (old) this.#closeProducer(peer, old);
    const sourced = await peer.produce(request);
    // From here to the last consumer without a pause: whoever becomes ready meanwhile would get the producer twice.
    peer.addProducer(sourced);
    // Two requests for one source at the same time: the later answer wins.
    const rival = peer.producers.find((other) => other.source === source && other !== sourced);
    if (rival) this.#closeProducer(peer, rival);
    this.#tellOthers(memberId, {
      notice: 'groupCall.producerOpened',
      data: { memberId, producer: producerInfo(sourced) },
    });
    for (const other of this.peers) if (other !== peer) this.#consume(other, peer, sourced);
    if (source === 'microphone') this.#listenTo(memberId, sourced);
    return { producerId: sourced.producer.id };
  }

  async pauseProducer(
    { memberId, producerId }: Payload<'media.pauseProducer'>,
    paused: boolean,
  ): Promise<void> {
    if (!(await this.peer(memberId).pauseProducer(producerId, paused))) return;
    this.#tellOthers(memberId, {
      notice: 'groupCall.producerPaused',
      data: { memberId, producerId, paused },
    });
  }

  closeProducer({ memberId, producerId }: Payload<'media.closeProducer'>): void {
    const peer = this.peer(memberId);
    this.#closeProducer(peer, peer.producer(producerId));
  }

  /** Says nothing to anybody: whoever closes a room tells what its members must know. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelLinger();
    this.#joining.clear();
    for (const peer of this.peers) peer.close();
    this.#peers.clear();
    this.#speaker.close();
    this.#router.close();
  }

  async #createTransports(): Promise<[WebRtcTransport, WebRtcTransport]> {
    const { worker, settings } = this.#options;
    const create = () =>
      this.#router.createWebRtcTransport({
        webRtcServer: worker.webRtcServer,
        preferUdp: true,
        iceConsentTimeout: settings.iceConsentS,
        initialAvailableOutgoingBitrate: settings.initialOutgoingBitrate,
      });
    return await mediaCall(async () => {
      const [sendTransport, receiveTransport] = await Promise.all([create(), create()]);
      await sendTransport.setMaxIncomingBitrate(settings.maxIncomingBitrate);
      return [sendTransport, receiveTransport];
    });
  }

  /** mediasoup tells neither side of a closure of our own: the consumers first, then everybody else. */
  #closeProducer(peer: Peer, { producer }: SourcedProducer): void {
    for (const other of this.peers) other.stopConsuming(producer.id);
    this.#speaker.remove(producer);
    peer.closeProducer(producer.id);
    this.#tellOthers(peer.memberId, {
      notice: 'groupCall.producerClosed',
      data: { memberId: peer.memberId, producerId: producer.id },
    });
  }

  #listenTo(memberId: MemberId, { producer }: SourcedProducer): void {
    this.#speaker.add(memberId, producer).catch((err) => {
      if (!producer.closed) this.#options.log.warn({ err, memberId }, 'microphone could not be observed');
    });
  }

  #consume(peer: Peer, owner: Peer, sourced: SourcedProducer): void {
    if (!peer.isReady) return;
    peer.consume(owner.memberId, sourced).catch((err) => {
      // Either end has left meanwhile, or the browser cannot decode it.
      const gone = sourced.producer.closed || !peer.isReady;
      if (!gone) this.#options.log.warn({ err, memberId: peer.memberId }, 'consumer could not be opened');
    });
  }

  #tellAll(notice: RoomNotice): void {
    this.#tell([...this.#peers.keys()], notice);
  }

  #tellOthers(memberId: MemberId, notice: RoomNotice): void {
    this.#tell(
      [...this.#peers.keys()].filter((other) => other !== memberId),
      notice,
    );
  }

  #tell(to: readonly MemberId[], notice: RoomNotice): void {
    if (to.length > 0) this.#options.say(to, notice);
  }

  #lingerIfEmpty(): void {
    if (this.#closed || this.#peers.size > 0 || this.#joining.size > 0) return;
    this.#linger ??= setTimeout(() => {
      this.close();
      this.#options.onEmptied();
    }, this.#options.settings.lingerMs);
  }

  #cancelLinger(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
  }
}
