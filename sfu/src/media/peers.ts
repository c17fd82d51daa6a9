import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { RoomNotice } from '#protocol/sfu/contract.ts';
import type { Peer } from './peer.ts';

export type Notify = (to: readonly MemberId[], notice: RoomNotice) => void;

/** The members in a room, and notices to them. */
export class Peers {
  readonly #peers = new Map<MemberId, Peer>();
  readonly #notify: Notify;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  get all(): Peer[] {
    return [...this.#peers.values()];
  }

  get size(): number {
    return this.#peers.size;
  }

  find(memberId: MemberId): Peer | undefined {
    return this.#peers.get(memberId);
  }

  /** @throws `not-in-room` */
  get(memberId: MemberId): Peer {
    const peer = this.find(memberId);
    if (!peer) throw new AppError('not-in-room');
    return peer;
  }

  /** All participations of one person. */
  of(party: Pick<Party, 'kind' | 'id'>): Peer[] {
    return this.all.filter((peer) => partyKey(peer.party) === partyKey(party));
  }

  add(peer: Peer): void {
    this.#peers.set(peer.memberId, peer);
  }

  delete(memberId: MemberId): void {
    this.#peers.delete(memberId);
  }

  notify(memberId: MemberId, notice: RoomNotice): void {
    this.#notify([memberId], notice);
  }

  notifyAll(notice: RoomNotice, except?: MemberId): void {
    const to = [...this.#peers.keys()].filter((memberId) => memberId !== except);
    if (to.length > 0) this.#notify(to, notice);
  }

  notifyOthers(memberId: MemberId, notice: RoomNotice): void {
    this.notifyAll(notice, memberId);
  }
}
