import { AppError } from '#protocol/app-error.ts';
import { type Party, partyKey } from '#protocol/party.ts';
import { Chat } from './chat.ts';

/** A locked room takes back whoever was in it not longer ago: somebody whose room, tab or network broke. */
const RETURN_GRACE_MS = 60_000;

/** Names a person across rooms and sessions. All guests of one link have the same id: their names tell them apart. */
export const personOf = (party: Party): string =>
  party.kind === 'guest' ? `${partyKey(party)} ${party.name}` : partyKey(party);

/**
 * What a room knows beside its media. It outlives the death of the room's worker: the members come back into a new room
 * of the same lease, which is locked as before and knows what was said.
 */
export class RoomState {
  readonly chat = new Chat();
  locked = false;
  recordedByServer = false;
  readonly #removed = new Set<string>();
  /** Whom the owner has rung since they were removed last. */
  readonly #rung = new Set<string>();
  /** When those who are not here any more have left. */
  readonly #leftAtMs = new Map<string, number>();

  /**
   * Whether somebody may come in (SPEC.md, G11, G14).
   *
   * @param isHere the same person takes part already, e.g. with a page that was just loaded anew
   * @throws `member-removed`, `room-locked`
   */
  admit(party: Party, owner: boolean, isHere: boolean): void {
    if (owner) return;
    const person = personOf(party);
    if (this.#removed.has(person)) throw new AppError('member-removed');
    if (!this.locked || isHere || this.#rung.has(person)) return;
    const leftAtMs = this.#leftAtMs.get(person);
    const returns = leftAtMs !== undefined && performance.now() - leftAtMs < RETURN_GRACE_MS;
    if (!returns) throw new AppError('room-locked');
  }

  left(party: Party): void {
    this.#leftAtMs.set(personOf(party), performance.now());
  }

  remove(party: Party): void {
    const person = personOf(party);
    this.#removed.add(person);
    this.#rung.delete(person);
  }

  /** Guests are not rung: whoever is, is one person with one key. */
  ring(rung: Pick<Party, 'kind' | 'id'>): void {
    const person = partyKey(rung);
    this.#removed.delete(person);
    this.#rung.add(person);
  }
}
