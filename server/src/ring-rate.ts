import { TokenBuckets } from '#platform/token-buckets.ts';
import type { PartyKey } from '#protocol/party.ts';
import { limitTable } from './limits/limit-table.ts';
import { overLimit } from './limits/over-limit.ts';

/** Maximum number of pairs of caller and person called that are remembered. */
const REMEMBERED = 10_000;

/** How often one person may ring another on one server, in whichever way: all ways share one (SPEC.md, D2, D12, G14). */
export class RingRate {
  readonly #buckets = new TokenBuckets<'rings'>(REMEMBERED);

  /** @throws `too-many-requests` */
  take(caller: PartyKey, callee: PartyKey): void {
    const { rate } = limitTable.rings;
    const refused = this.#buckets.take([{ limit: 'rings', of: `${caller} ${callee}`, rate }]);
    if (refused) throw overLimit(refused.limit, refused.waitMs);
  }
}
