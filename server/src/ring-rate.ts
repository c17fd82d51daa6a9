import { MessageRate } from '#platform/chat/message-rate.ts';
import type { PartyKey } from '#protocol/party.ts';

/** Of one caller for one person: no one dials as often by hand, and a page in a loop rings no phone all day. */
const RINGS = { burst: 20, refillMs: 6_000 } as const;

/** How often one person may be rung by another, on one server (SPEC.md, D2, G14). */
export class RingRate {
  readonly #rate = new MessageRate();

  /** @throws `too-many-requests` */
  take(caller: PartyKey, callee: PartyKey): void {
    this.#rate.take(new Map([[`${caller} ${callee}`, RINGS]]));
  }
}
