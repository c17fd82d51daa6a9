import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { RoomNotice, SfuRequests } from '#protocol/sfu/contract.ts';
import type { LeaveReason } from '#protocol/signal/group-call.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import type { Peer } from './peer.ts';
import { personOf } from './person.ts';
import type { RoomState } from './room-state.ts';

export interface MeetingOptions {
  readonly state: RoomState;
  /** The members that are in the room now. */
  readonly peers: () => readonly Peer[];
  readonly notify: (to: readonly MemberId[], notice: RoomNotice) => void;
  readonly leave: (memberId: MemberId, reason: LeaveReason) => void;
  readonly pauseProducer: (memberId: MemberId, producerId: string) => Promise<void>;
  /** The owner has put a member out. */
  readonly onRemoved: (memberId: MemberId) => void;
}

type Payload<Name extends keyof SfuRequests> = PayloadOf<SfuRequests, Name>;

/** What members do in a room beside sending media, and what its owner may do to them (SPEC.md, G10, G11). */
export class Meeting {
  readonly #options: MeetingOptions;

  constructor(options: MeetingOptions) {
    this.#options = options;
  }

  /** To everyone, including the sender: all members read the same messages in the same order. */
  say({ memberId, text }: Payload<'room.say'>): void {
    const { party, guestLinkId } = this.#peer(memberId);
    const message = this.#options.state.chat.add({ memberId, party, guestLinkId }, text);
    this.#notifyAll({ notice: 'groupCall.said', data: message });
  }

  setHand({ memberId, raised }: Payload<'room.setHand'>): void {
    this.#setHand(this.#peer(memberId), raised);
  }

  lowerHand({ memberId, target }: Payload<'room.lowerHand'>): void {
    this.#peer(memberId);
    this.#setHand(this.#target(target), false);
  }

  setRecording({ memberId, on }: Payload<'room.setRecording'>): void {
    const peer = this.#peer(memberId);
    if (peer.recording === on) return;
    peer.recording = on;
    this.#notifyAll({ notice: 'groupCall.recordingChanged', data: { memberId, on } });
  }

  /** Said by the recorder of this room on the node. */
  setServerRecording(on: boolean): void {
    const { state } = this.#options;
    if (state.recordedByServer === on) return;
    state.recordedByServer = on;
    this.#notifyAll({ notice: 'groupCall.serverRecordingChanged', data: { on } });
  }

  setLocked({ memberId, locked }: Payload<'room.setLocked'>): void {
    this.#peer(memberId);
    const { state } = this.#options;
    if (state.locked === locked) return;
    state.locked = locked;
    this.#notifyAll({ notice: 'groupCall.lockChanged', data: { locked, by: memberId } });
  }

  /** One that sends nothing from there, or has paused it, is muted already: no error. */
  async muteMember({ memberId, target, source }: Payload<'room.muteMember'>): Promise<void> {
    const by = this.#peer(memberId).party;
    const sourced = this.#target(target).producerOf(source);
    if (!sourced || sourced.paused) return;
    const producerId = sourced.producer.id;
    // Said first: the member's own browser mutes as well, and does not take the pause for its own.
    this.#options.notify([target], { notice: 'groupCall.muted', data: { producerId, source, by } });
    await this.#options.pauseProducer(target, producerId);
  }

  /** With all the browsers that the person takes part with. */
  removeMember({
    memberId,
    target,
  }: Payload<'room.removeMember'>): ReplyOf<SfuRequests, 'room.removeMember'> {
    this.#peer(memberId);
    const { party, owner, guestLinkId } = this.#target(target);
    if (owner) throw new AppError('forbidden');
    this.#options.state.remove(party);
    const person = personOf(party);
    for (const peer of this.#options.peers().filter((one) => personOf(one.party) === person)) {
      this.#options.leave(peer.memberId, 'removed');
      this.#options.onRemoved(peer.memberId);
    }
    return guestLinkId === undefined ? {} : { guestLinkId };
  }

  ring({ memberId, rung }: Payload<'room.ring'>): void {
    this.#peer(memberId);
    this.#options.state.ring(rung);
  }

  #setHand(peer: Peer, raised: boolean): void {
    // Raised again it keeps its place in the order.
    if (raised === (peer.handRaisedAt !== null)) return;
    peer.handRaisedAt = raised ? new Date().toISOString() : null;
    const { memberId, handRaisedAt: raisedAt } = peer;
    this.#notifyAll({ notice: 'groupCall.handChanged', data: { memberId, raisedAt } });
  }

  #peer(memberId: MemberId): Peer {
    const peer = this.#find(memberId);
    if (!peer) throw new AppError('not-in-room');
    return peer;
  }

  #target(memberId: MemberId): Peer {
    const peer = this.#find(memberId);
    if (!peer) throw new AppError('not-found');
    return peer;
  }

  #find(memberId: MemberId): Peer | undefined {
    return this.#options.peers().find((peer) => peer.memberId === memberId);
  }

  #notifyAll(notice: RoomNotice): void {
    const to = this.#options.peers().map(({ memberId }) => memberId);
    if (to.length > 0) this.#options.notify(to, notice);
  }
}
