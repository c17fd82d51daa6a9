import { randomUUID } from 'node:crypto';
import { ChatLog } from '#platform/chat/chat-log.ts';
import { AppError } from '#protocol/app-error.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import type { ChatMessage } from '#protocol/signal/group-call.ts';
import type { Peer } from './peer.ts';

/** A locked room readmits a member who was in it within this time: their tab, network or room may have failed. */
const RETURN_GRACE_MS = 60_000;
/** How many removals a room remembers; a guest's is also stored with the link in the database. */
const MAX_REMOVALS = 1_000;

type Admission = Pick<SfuPayload<'room.join'>, 'party' | 'owner' | 'guest'>;

/**
 * The state of a room apart from its media. It survives the death of the room's worker: the members rejoin a new room under
 * the same lease, with the same lock and chat.
 */
export class RoomState {
  #locked = false;
  recordedByServer = false;
  readonly #chat = new ChatLog<ChatMessage>();
  readonly #removed = new Set<string>();
  /** People whom the owner has rung since their last removal. */
  readonly #rung = new Set<string>();
  /** Former members, the earliest first. */
  readonly #left = new Map<string, { readonly atMs: number; readonly onPurpose: boolean }>();

  /**
   * Whether a person may join (SPEC.md, G11, G14, G15).
   *
   * @param isHere the same person takes part already, e.g. with a page that was just reloaded
   * @throws `member-removed`, `room-locked`
   */
  admit({ party, owner, guest }: Admission, isHere: boolean): void {
    if (owner) return;
    const person = partyKey(party);
    if (this.#removed.has(person)) throw new AppError('member-removed');
    if (isHere || this.#rung.has(person) || this.#hasJustLeft(person)) return;
    if (guest?.onlyReturning) throw new AppError('member-removed');
    if (this.#locked) throw new AppError('room-locked');
  }

  get locked(): boolean {
    return this.#locked;
  }

  /** Locking also keeps out who left on purpose before. Who was cut off can come back. */
  setLocked(locked: boolean): void {
    if (locked && !this.#locked) {
      for (const [person, { onPurpose }] of this.#left) if (onPurpose) this.#left.delete(person);
    }
    this.#locked = locked;
  }

  /** The chat, the oldest message first. */
  get messages(): ChatMessage[] {
    return this.#chat.messages;
  }

  /** @throws `too-many-requests` */
  say({ memberId, party, guestLinkId }: Peer, text: string): ChatMessage {
    const message = { id: randomUUID(), memberId, party, text, at: new Date().toISOString() };
    this.#chat.add(message, guestLinkId);
    return message;
  }

  left(party: Party, onPurpose: boolean): void {
    const nowMs = performance.now();
    const person = partyKey(party);
    this.#left.delete(person);
    this.#left.set(person, { atMs: nowMs, onPurpose });
    for (const [earlier, { atMs }] of this.#left) {
      if (nowMs - atMs < RETURN_GRACE_MS) break;
      this.#left.delete(earlier);
    }
  }

  remove(party: Party): void {
    const person = partyKey(party);
    this.#removed.add(person);
    this.#rung.delete(person);
    const [oldest] = this.#removed;
    if (this.#removed.size > MAX_REMOVALS && oldest !== undefined) this.#removed.delete(oldest);
  }

  ring(rung: Pick<Party, 'kind' | 'id'>): void {
    const person = partyKey(rung);
    this.#removed.delete(person);
    this.#rung.add(person);
  }

  #hasJustLeft(person: string): boolean {
    const left = this.#left.get(person);
    return left !== undefined && performance.now() - left.atMs < RETURN_GRACE_MS;
  }
}
