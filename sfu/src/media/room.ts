import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { Measured, SfuPayload, SfuReply } from '#protocol/sfu/contract.ts';
import type { JoinReply, LeaveReason } from '#protocol/signal/group-call.ts';
import { checkCapacity, type Occupant } from './capacity.ts';
import { offeredCapabilities } from './codecs.ts';
import type { MediaWorker } from './media-worker.ts';
import { Meeting } from './meeting.ts';
import { Peer } from './peer.ts';
import { isConnected, PeerTransport, type PeerTransports } from './peer-transport.ts';
import { type Notify, Peers } from './peers.ts';
import { RoomMedia, type StopReason } from './room-media.ts';
import type { RoomSettings } from './room-settings.ts';
import type { RoomState } from './room-state.ts';

export interface RoomOptions {
  readonly roomId: RoomId;
  readonly worker: MediaWorker;
  readonly settings: RoomSettings;
  /** New, or that of the previous room under the same lease, whose worker has died. */
  readonly state: RoomState;
  readonly log: Logger;
  readonly notify: Notify;
  /** The room was empty for the linger time, and is closed. */
  readonly onEmptied: () => void;
  /** A member has left the room, for any reason; with the totals of its media. */
  readonly onLeft: (memberId: MemberId, measured: Promise<Measured | undefined>) => void;
  /** The room has removed a member whose transports were gone, or who has joined again while it was away. */
  readonly onMemberLost: (memberId: MemberId) => void;
  /** The owner has removed a member. */
  readonly onMemberRemoved: (memberId: MemberId, byManager: boolean) => void;
  /** Another server speaks for the member from now on. */
  readonly onResumed: (memberId: MemberId) => void;
  /** The worker has died, and the room with it. */
  readonly onLost: () => void;
}

/** One live group call: who is in it, from the first to join to the last to leave. */
export class Room {
  readonly peers: Peers;
  readonly media: RoomMedia;
  readonly meeting: Meeting;
  readonly #options: RoomOptions;
  /** Members whose transports are being made. If the entry is missing or is another's, the member has left meanwhile. */
  readonly #joining = new Map<MemberId, Occupant>();
  #linger: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(options: RoomOptions, peers: Peers, media: RoomMedia) {
    this.#options = options;
    this.peers = peers;
    this.media = media;
    this.meeting = new Meeting({
      state: options.state,
      peers,
      leave: (memberId, reason) => this.leave(memberId, reason),
      media,
      onRemoved: options.onMemberRemoved,
    });
    media.router.on('workerclose', () => {
      if (this.#closed) return;
      this.close();
      options.onLost();
    });
  }

  static async open(options: RoomOptions): Promise<Room> {
    const peers = new Peers(options.notify);
    const router = await options.worker.createRouter();
    const media = await RoomMedia.open(router, peers, options.log);
    return new Room(options, peers, media);
  }

  get roomId(): RoomId {
    return this.#options.roomId;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get consumerCount(): number {
    return this.peers.all.reduce((sum, { consumers }) => sum + consumers.count, 0);
  }

  async join(request: SfuPayload<'room.join'>): Promise<JoinReply> {
    if (this.#closed) throw new AppError('media-node-unavailable');
    const { memberId, party, guest } = request;
    this.#admit(request);
    const resumed = this.#resumedBy(request);
    if (resumed) return this.#resume(resumed, memberId);
    this.leave(memberId, 'replaced');
    const replaced = this.#replacedBy(request);
    const others = this.peers.all.filter((peer) => !replaced.includes(peer));
    checkCapacity([...others, ...this.#joining.values()], request);
    const occupant: Occupant = { party, guestLinkId: guest?.linkId, away: false };
    this.#stopLingering();
    this.#joining.set(memberId, occupant);
    const isCurrent = () => this.#joining.get(memberId) === occupant;
    try {
      const { worker, settings } = this.#options;
      const transports = await PeerTransport.createPair(this.media.router, worker, settings);
      try {
        if (!isCurrent()) throw new AppError('not-in-room');
        // The owner may have locked the room, or removed the person, while the transports were being made.
        this.#admit(request);
      } catch (error) {
        for (const transport of transports) transport.close();
        throw error;
      }
      return this.#enter(request, this.#createPeer(request, transports));
    } finally {
      if (isCurrent()) this.#joining.delete(memberId);
      this.#lingerIfEmpty();
    }
  }

  /** Idempotent: an unknown member is ignored. `claim`: that of a server, whose members others may have resumed. */
  leave(memberId: MemberId, reason: LeaveReason, claim?: MemberId): void {
    this.#joining.delete(memberId);
    const peer = this.peers.find(memberId);
    if (!peer || isResumed(peer, claim)) return;
    this.media.closeProducersOf(peer);
    this.#remove(peer, reason);
    this.peers.notifyAll({ notice: 'groupCall.memberLeft', data: { memberId, reason } });
    this.#options.log.info({ memberId, reason, members: this.peers.size }, 'member left');
    this.#lingerIfEmpty();
  }

  /** As managers see it. */
  async inspect(): Promise<SfuReply<'room.inspect'>> {
    const members = await Promise.all(
      this.peers.all.map(async (peer) => {
        const bitRates = await peer.bitRates();
        const { memberId, party, owner, away, link, producers } = peer.info;
        const sources = producers.filter(({ paused }) => !paused).map(({ source }) => source);
        return { memberId, party, owner, away, link, quality: peer.quality, sources, bitRates };
      }),
    );
    return { members, recordedByServer: this.#options.state.recordedByServer };
  }

  setAway({ memberId, away, claim }: Omit<SfuPayload<'room.setAway'>, 'roomId'>): void {
    const peer = this.peers.get(memberId);
    if (peer.away === away || isResumed(peer, claim)) return;
    peer.away = away;
    this.peers.notifyOthers(memberId, { notice: 'groupCall.memberAway', data: { memberId, away } });
  }

  /**
   * Sends no notices: the caller that closes a room tells its members what they must know.
   *
   * @param reason for a recording that runs
   */
  close(reason: StopReason = 'interrupted'): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopLingering();
    this.#joining.clear();
    for (const peer of this.peers.all) this.#remove(peer, 'lost');
    this.media.close(reason);
  }

  #admit(request: SfuPayload<'room.join'>): void {
    this.#options.state.admit(request, this.peers.of(request.party).length > 0);
  }

  /** The same person's participations whose browser is gone, or which the request names. */
  #replacedBy({ party, replaces }: SfuPayload<'room.join'>): Peer[] {
    return this.peers.of(party).filter((peer) => peer.away || peer.memberId === replaces);
  }

  /** The member that a request goes on with; undefined where its media does not flow, so that it has to be opened anew. */
  #resumedBy({ party, owner, replaces, resume }: SfuPayload<'room.join'>): Peer | undefined {
    if (!resume) return undefined;
    return this.peers
      .of(party)
      .find(
        (peer) => peer.memberId === replaces && peer.owner === owner && peer.transports.some(isConnected),
      );
  }

  #resume(peer: Peer, claim: MemberId): JoinReply {
    const { memberId } = peer;
    peer.claim = claim;
    this.#options.onResumed(memberId);
    this.setAway({ memberId, away: false });
    this.#options.log.info({ memberId, members: this.peers.size }, 'member resumed');
    return this.#replyTo(peer, { self: peer.info, consumers: peer.consumers.opened });
  }

  #createPeer(request: SfuPayload<'room.join'>, transports: PeerTransports): Peer {
    const { peers } = this;
    const { settings, onMemberLost } = this.#options;
    const { memberId } = request;
    const peer: Peer = new Peer(request, {
      transports,
      settings,
      notify: (notice) => peers.notify(memberId, notice),
      onQuality: (score) =>
        peers.notifyAll({ notice: 'groupCall.memberQualityChanged', data: { memberId, score } }),
      onLink: (link) =>
        peers.notifyOthers(memberId, { notice: 'groupCall.memberLinkChanged', data: { memberId, link } }),
      activeSpeaker: () => this.media.activeSpeaker,
      onSendingEnded: () => this.media.closeProducersOf(peer),
      onOrphaned: () => {
        this.leave(memberId, 'lost');
        onMemberLost(memberId);
      },
    });
    return peer;
  }

  #enter(request: SfuPayload<'room.join'>, peer: Peer): JoinReply {
    const { log, onMemberLost } = this.#options;
    const { memberId, replaces } = request;
    // Only now, so that the others keep the last picture until then.
    for (const { memberId: replaced } of this.#replacedBy(request)) {
      this.leave(replaced, 'replaced');
      // If its browser returns, it has to join again, as after any loss (SPEC.md, G6).
      if (replaced !== replaces) onMemberLost(replaced);
    }
    this.peers.notifyAll({ notice: 'groupCall.memberJoined', data: { member: peer.info } });
    this.peers.add(peer);
    log.info({ memberId, members: this.peers.size }, 'member joined');
    return this.#replyTo(peer);
  }

  #replyTo(peer: Peer, resumed?: JoinReply['resumed']): JoinReply {
    const { roomId, state } = this.#options;
    const others = this.peers.all.filter((other) => other !== peer);
    return {
      roomId,
      memberId: peer.memberId,
      routerRtpCapabilities: offeredCapabilities(this.media.router.rtpCapabilities),
      ...peer.transportOptions,
      members: others.map(({ info }) => info),
      activeSpeaker: this.media.activeSpeaker,
      locked: state.locked,
      recordedByServer: state.recordedByServer,
      messages: state.messages,
      ...(resumed && { resumed }),
    };
  }

  #remove(peer: Peer, reason: LeaveReason): void {
    this.peers.delete(peer.memberId);
    this.#options.state.left(peer.party, reason === 'left');
    peer.close();
    this.#options.onLeft(peer.memberId, peer.measured());
  }

  #lingerIfEmpty(): void {
    if (this.#closed || this.peers.size > 0 || this.#joining.size > 0) return;
    this.#linger ??= setTimeout(() => {
      this.close('stopped');
      this.#options.onEmptied();
    }, this.#options.settings.lingerMs);
  }

  #stopLingering(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
  }
}

/** Whether another server than the one that asks speaks for the member. */
const isResumed = (peer: Peer, claim: MemberId | undefined): boolean =>
  claim !== undefined && claim !== peer.claim;
