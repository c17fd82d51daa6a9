import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { SfuPayload, SfuReply } from '#protocol/sfu/contract.ts';
import type { LeaveReason } from '#protocol/signal/group-call.ts';
import type { Peer } from './peer.ts';
import type { Peers } from './peers.ts';
import type { RoomMedia } from './room-media.ts';
import type { RoomState } from './room-state.ts';

export interface MeetingOptions {
  readonly state: RoomState;
  readonly peers: Peers;
  readonly leave: (memberId: MemberId, reason: LeaveReason) => void;
  readonly media: RoomMedia;
  /** The owner or a manager has removed a member. */
  readonly onRemoved: (memberId: MemberId, byManager: boolean) => void;
}

/** What members do in a room besides sending media, and what its owner may do to them (SPEC.md, G10, G11). */
export class Meeting {
  readonly #options: MeetingOptions;

  constructor(options: MeetingOptions) {
    this.#options = options;
  }

  /** To everyone, including the sender: all members read the same messages in the same order. */
  say({ memberId, text }: SfuPayload<'room.say'>): void {
    const { peers, state } = this.#options;
    peers.notifyAll({ notice: 'groupCall.said', data: state.say(peers.get(memberId), text) });
  }

  setHand({ memberId, raised }: SfuPayload<'room.setHand'>): void {
    this.#setHand(this.#options.peers.get(memberId), raised);
  }

  lowerHand({ memberId, target }: SfuPayload<'room.lowerHand'>): void {
    this.#options.peers.get(memberId);
    this.#setHand(this.#target(target), false);
  }

  setRecording({ memberId, on }: SfuPayload<'room.setRecording'>): void {
    const peer = this.#options.peers.get(memberId);
    if (peer.recording === on) return;
    peer.recording = on;
    this.#options.peers.notifyAll({ notice: 'groupCall.recordingChanged', data: { memberId, on } });
  }

  /** Called by the node's recorder of this room. */
  setServerRecording(on: boolean): void {
    const { state } = this.#options;
    if (state.recordedByServer === on) return;
    state.recordedByServer = on;
    this.#options.peers.notifyAll({ notice: 'groupCall.serverRecordingChanged', data: { on } });
  }

  setLocked({ memberId, locked }: SfuPayload<'room.setLocked'>): void {
    this.#options.peers.get(memberId);
    const { state } = this.#options;
    if (state.locked === locked) return;
    state.setLocked(locked);
    this.#options.peers.notifyAll({ notice: 'groupCall.lockChanged', data: { locked, by: memberId } });
  }

  /** Without effect if the source is not sent or already paused. */
  async muteMember({ memberId, target, source }: SfuPayload<'room.muteMember'>): Promise<void> {
    const by = this.#options.peers.get(memberId).party;
    const sourced = this.#target(target).producers.of(source);
    if (!sourced || sourced.paused) return;
    const producerId = sourced.producer.id;
    // Before the pause: the member's browser mutes itself too, and must not take the pause for its own.
    this.#options.peers.notify(target, { notice: 'groupCall.muted', data: { producerId, source, by } });
    await this.#options.media.pauseProducer({ memberId: target, producerId }, true);
  }

  /** Removes the person, with all of their browsers. */
  removeMember({
    memberId,
    target,
    byManager = false,
  }: SfuPayload<'room.removeMember'>): SfuReply<'room.removeMember'> {
    if (!byManager) this.#options.peers.get(memberId);
    const { party, owner, guestLinkId } = this.#target(target);
    if (owner && !byManager) throw new AppError('forbidden');
    this.#options.state.remove(party);
    for (const peer of this.#options.peers.of(party)) {
      this.#options.leave(peer.memberId, 'removed');
      this.#options.onRemoved(peer.memberId, byManager);
    }
    return guestLinkId === undefined ? {} : { guestLinkId };
  }

  ring({ memberId, rung }: SfuPayload<'room.ring'>): void {
    this.#options.peers.get(memberId);
    this.#options.state.ring(rung);
  }

  #setHand(peer: Peer, raised: boolean): void {
    // A hand that is raised again keeps its place in the order.
    if (raised === (peer.handRaisedAt !== null)) return;
    peer.handRaisedAt = raised ? new Date().toISOString() : null;
    const { memberId, handRaisedAt: raisedAt } = peer;
    this.#options.peers.notifyAll({ notice: 'groupCall.handChanged', data: { memberId, raisedAt } });
  }

  #target(memberId: MemberId): Peer {
    const peer = this.#options.peers.find(memberId);
    if (!peer) throw new AppError('not-found');
    return peer;
  }
}
