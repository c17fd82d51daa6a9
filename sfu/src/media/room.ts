import type { Router, WebRtcTransport } from 'mediasoup/types';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { Measured, RoomNotice, SfuRequests } from '#protocol/sfu/contract.ts';
import type { LeaveReason } from '#protocol/signal/group-call.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import { offeredCapabilities } from './codecs.ts';
import { mediaCall } from './media-call.ts';
import type { MediaWorker } from './media-worker.ts';
import { Meeting } from './meeting.ts';
import { Peer, producerInfo, type SourcedProducer } from './peer.ts';
import { personOf } from './person.ts';
import type { RoomRecording } from './room-recording.ts';
import type { RoomState } from './room-state.ts';
import { checkSeat, type Seat, seatOf } from './seats.ts';
import { Speaker } from './speaker.ts';

export interface RoomSettings {
  /** A transport over which the browser has sent no ICE check for so many seconds, 10 to 60, is disconnected. */
  readonly iceConsentS: number;
  /** A member whose transports have been disconnected for this long is removed. */
  readonly orphanMs: number;
  /** A member that has never connected a transport is removed after this long. */
  readonly unreadyMs: number;
  readonly unusedMs: number;
  /** How long an empty room waits for a member to come back before it closes. */
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
  /** Of a room before this one under the same lease, whose worker has died; else a new one. */
  readonly state: RoomState;
  readonly log: Logger;
  readonly notify: (to: readonly MemberId[], notice: RoomNotice) => void;
  /** The room was empty for the linger time, and is closed. */
  readonly onEmptied: () => void;
  /** A member has left the room, for any reason; with the totals of its media. */
  readonly onLeft: (memberId: MemberId, measured: Promise<Measured | undefined>) => void;
  /** The room has removed a member whose transports were gone, or whose person has joined again while it was away. */
  readonly onMemberLost: (memberId: MemberId) => void;
  /** The owner has put a member out. */
  readonly onMemberRemoved: (memberId: MemberId) => void;
  /** The worker has died, and the room with it. */
  readonly onLost: () => void;
}

type Payload<Name extends keyof SfuRequests> = PayloadOf<SfuRequests, Name>;

/** One live group call: a router, and a peer for each member. Every member hears of what happens to the others. */
export class Room {
  readonly meeting: Meeting;
  readonly #options: RoomOptions;
  readonly #router: Router;
  readonly #speaker: Speaker;
  readonly #peers = new Map<MemberId, Peer>();
  /** Members whose transports are being made. If the entry is missing or belongs to another, the member has left meanwhile. */
  readonly #joining = new Map<MemberId, Seat>();
  #recording: RoomRecording | undefined;
  #linger: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(options: RoomOptions, router: Router, speaker: Speaker) {
    this.#options = options;
    this.#router = router;
    this.#speaker = speaker;
    this.meeting = new Meeting({
      state: options.state,
      peers: () => this.peers,
      notify: options.notify,
      leave: (memberId, reason) => this.leave(memberId, reason),
      pauseProducer: (memberId, producerId) => this.pauseProducer({ memberId, producerId }, true),
      onRemoved: options.onMemberRemoved,
    });
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
    announce = (memberId) =>
      room.#notifyAll({ notice: 'groupCall.activeSpeakerChanged', data: { memberId } });
    return room;
  }

  get roomId(): RoomId {
    return this.#options.roomId;
  }

  get closed(): boolean {
    return this.#closed;
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

  async join(request: Payload<'room.join'>): Promise<ReplyOf<SfuRequests, 'room.join'>> {
    if (this.#closed) throw new AppError('media-node-unavailable');
    const { memberId, party, owner, guest, replaces } = request;
    const { state } = this.#options;
    const person = personOf(party);
    const admit = () =>
      state.admit(party, {
        owner,
        isHere: this.peers.some((peer) => personOf(peer.party) === person),
        onlyReturning: guest?.onlyReturning ?? false,
      });
    admit();
    this.leave(memberId, 'replaced');
    const seat = seatOf(party, guest?.linkId);
    const gone = () =>
      this.peers.filter(
        (peer) => personOf(peer.party) === person && (peer.away || peer.memberId === replaces),
      );
    const others = this.peers.filter((peer) => !gone().includes(peer));
    checkSeat([...others.map((peer) => peer.seat), ...this.#joining.values()], seat, request);
    this.#cancelLinger();
    this.#joining.set(memberId, seat);
    const isCurrent = () => this.#joining.get(memberId) === seat;
    try {
      const [sendTransport, receiveTransport] = await this.#createTransports();
      if (!isCurrent()) {
        sendTransport.close();
        receiveTransport.close();
        throw new AppError('not-in-room');
      }
      // The owner may have locked the room, or removed the person, while the transports were being made.
      try {
        admit();
      } catch (error) {
        sendTransport.close();
        receiveTransport.close();
        throw error;
      }
      const peer = new Peer({
        memberId,
        party,
        owner,
        guestLinkId: guest?.linkId,
        sendTransport,
        receiveTransport,
        orphanMs: this.#options.settings.orphanMs,
        unreadyMs: this.#options.settings.unreadyMs,
        unusedMs: this.#options.settings.unusedMs,
        notify: (notice) => this.#options.notify([memberId], notice),
        onQuality: (score) =>
          this.#notifyAll({ notice: 'groupCall.memberQualityChanged', data: { memberId, score } }),
        onLink: (link) =>
          this.#notifyOthers(memberId, {
            notice: 'groupCall.memberLinkChanged',
            data: { memberId, link },
          }),
        onSendingEnded: () => {
          for (const sourced of peer.producers) this.#closeProducer(peer, sourced);
        },
        onOrphaned: () => {
          this.leave(memberId, 'lost');
          this.#options.onMemberLost(memberId);
        },
      });
      // Only now: until then the others see the last picture.
      for (const { memberId: goneId } of gone()) {
        this.leave(goneId, 'replaced');
        // If its browser comes back, it is told to join again, as after any loss (SPEC.md, G6).
        if (goneId !== replaces) this.#options.onMemberLost(goneId);
      }
      const members = this.peers.map(({ info }) => info);
      this.#notifyOthers(memberId, { notice: 'groupCall.memberJoined', data: { member: peer.info } });
      this.#peers.set(memberId, peer);
      this.#options.log.info({ memberId, members: this.#peers.size }, 'member joined');
      return {
        roomId: this.#options.roomId,
        memberId,
        routerRtpCapabilities: offeredCapabilities(this.#router.rtpCapabilities),
        ...peer.transportOptions,
        members,
        activeSpeaker: this.#speaker.current,
        locked: state.locked,
        recordedByServer: state.recordedByServer,
        messages: state.chat.messages,
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
      for (const sourced of other.producers) void this.#consume(peer, other, sourced);
      if (other.quality !== null) {
        this.#options.notify([memberId], {
          notice: 'groupCall.memberQualityChanged',
          data: { memberId: other.memberId, score: other.quality },
        });
      }
    }
  }

  /** Idempotent: an unknown member is ignored. */
  leave(memberId: MemberId, reason: LeaveReason): void {
    this.#joining.delete(memberId);
    const peer = this.#peers.get(memberId);
    if (!peer) return;
    for (const sourced of peer.producers) this.#closeProducer(peer, sourced);
    this.#peers.delete(memberId);
    this.#options.state.left(peer.party);
    peer.close();
    this.#options.onLeft(memberId, peer.measured());
    this.#notifyOthers(memberId, { notice: 'groupCall.memberLeft', data: { memberId, reason } });
    this.#options.log.info({ memberId, reason, members: this.#peers.size }, 'member left');
    this.#lingerIfEmpty();
  }

  setAway({ memberId, away }: Payload<'room.setAway'>): void {
    if (!this.peer(memberId).setAway(away)) return;
    this.#notifyOthers(memberId, { notice: 'groupCall.memberAway', data: { memberId, away } });
  }

  /**
   * A source has one producer at most: a new one replaces the old one, which closes when every member has a consumer of
   * the new one, so that no member sees a gap.
   */
  async produce(request: Payload<'media.produce'>): Promise<{ producerId: string }> {
    const { memberId, source } = request;
    const peer = this.peer(memberId);
    const old = peer.producerOf(source);
    // A request that was repeated because its answer was lost: the same streams cannot come in twice.
    if (old && sharesStreams(old.producer.rtpParameters, request.rtpParameters))
      this.#closeProducer(peer, old);
    const sourced = await peer.produce(request);
    // No await from here to the last consumer: a member that becomes ready meanwhile would get the producer twice.
    peer.addProducer(sourced);
    this.#notifyOthers(memberId, {
      notice: 'groupCall.producerOpened',
      data: { memberId, producer: producerInfo(sourced) },
    });
    const consuming = this.peers.map((other) => other !== peer && this.#consume(other, peer, sourced));
    if (source === 'microphone') this.#listenTo(memberId, sourced);
    // Of two requests for one source at the same time the later answer wins.
    const rivals = peer.producers.filter((other) => other.source === source && other !== sourced);
    const recording = this.#recording;
    if (rivals.length > 0) await Promise.all(consuming);
    for (const rival of rivals) if (!rival.producer.closed) this.#closeProducer(peer, rival);
    // After the end of the old one: a file takes one picture at a time. A recording begun meanwhile has it already.
    if (this.#recording === recording) recording?.opened(memberId, peer.party, sourced);
    return { producerId: sourced.producer.id };
  }

  async pauseProducer(
    { memberId, producerId }: Omit<Payload<'media.pauseProducer'>, 'roomId'>,
    paused: boolean,
  ): Promise<void> {
    if (!(await this.peer(memberId).pauseProducer(producerId, paused))) return;
    this.#notifyOthers(memberId, {
      notice: 'groupCall.producerPaused',
      data: { memberId, producerId, paused },
    });
  }

  closeProducer({ memberId, producerId }: Payload<'media.closeProducer'>): void {
    const peer = this.peer(memberId);
    this.#closeProducer(peer, peer.producer(producerId));
  }

  /** Shows the recording everything that is sent in the room, now and later. One at a time; `not-in-room` once closed. */
  async record<Recording extends RoomRecording>(
    start: (router: Router) => Promise<Recording>,
  ): Promise<Recording> {
    if (this.#closed) throw new AppError('not-in-room');
    const recording = await mediaCall(() => start(this.#router));
    this.#recording = recording;
    for (const peer of this.peers) {
      for (const sourced of peer.producers) recording.opened(peer.memberId, peer.party, sourced);
    }
    return recording;
  }

  stopRecording(recording: RoomRecording): void {
    if (this.#recording === recording) this.#recording = undefined;
  }

  /** Sends no notices: the caller that closes a room tells its members what they must know. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#cancelLinger();
    this.#joining.clear();
    for (const peer of this.peers) {
      this.#options.state.left(peer.party);
      peer.close();
      this.#options.onLeft(peer.memberId, peer.measured());
    }
    this.#peers.clear();
    this.#recording?.closed('interrupted');
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

  /** mediasoup reports no closure that we ask for: notify the consumers first, then everyone else. */
  #closeProducer(peer: Peer, { producer }: SourcedProducer): void {
    for (const other of this.peers) other.stopConsuming(producer.id);
    this.#speaker.remove(producer);
    peer.closeProducer(producer.id);
    this.#notifyOthers(peer.memberId, {
      notice: 'groupCall.producerClosed',
      data: { memberId: peer.memberId, producerId: producer.id },
    });
  }

  #listenTo(memberId: MemberId, { producer }: SourcedProducer): void {
    this.#speaker.add(memberId, producer).catch((err) => {
      if (!producer.closed) this.#options.log.warn({ err, memberId }, 'microphone could not be observed');
    });
  }

  async #consume(peer: Peer, owner: Peer, sourced: SourcedProducer): Promise<void> {
    if (!peer.isReady) return;
    await peer.consume(owner.memberId, sourced).catch((err) => {
      // Either end has left meanwhile, or the browser cannot decode it.
      const gone = sourced.producer.closed || !peer.isReady;
      if (!gone) this.#options.log.warn({ err, memberId: peer.memberId }, 'consumer could not be opened');
    });
  }

  #notifyAll(notice: RoomNotice): void {
    this.#notify([...this.#peers.keys()], notice);
  }

  #notifyOthers(memberId: MemberId, notice: RoomNotice): void {
    this.#notify(
      [...this.#peers.keys()].filter((other) => other !== memberId),
      notice,
    );
  }

  #notify(to: readonly MemberId[], notice: RoomNotice): void {
    if (to.length > 0) this.#options.notify(to, notice);
  }

  #lingerIfEmpty(): void {
    if (this.#closed || this.#peers.size > 0 || this.#joining.size > 0) return;
    this.#linger ??= setTimeout(() => {
      this.#recording?.closed('stopped');
      this.close();
      this.#options.onEmptied();
    }, this.#options.settings.lingerMs);
  }

  #cancelLinger(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
  }
}

interface Streams {
  readonly mid?: string | undefined;
  readonly encodings?: readonly { readonly ssrc?: number | undefined }[] | undefined;
}

const sharesStreams = (one: Streams, other: Streams): boolean =>
  (one.mid !== undefined && one.mid === other.mid) ||
  (one.encodings ?? []).some(
    ({ ssrc }) => ssrc !== undefined && (other.encodings ?? []).some((encoding) => encoding.ssrc === ssrc),
  );
