import { TokenBuckets } from '#platform/token-buckets.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import { limitTable } from './limits/limit-table.ts';
import { overLimit } from './limits/over-limit.ts';

/** Maximum number of pairs of caller and person called, and of guest links, that are remembered. */
const REMEMBERED = 10_000;

/** Who rings. */
export interface Ringer {
  readonly party: Pick<Party, 'kind' | 'id'>;
  /** Of a guest the link, else the party. */
  readonly historyId: string;
}

/**
 * How often one person may ring another on one server, in whichever way: all ways share one (SPEC.md, D2, D12, G14). A guest who
 * makes up a new browser key is a new person, so the guests of one link also share a limit.
 */
export class RingRate {
  readonly #buckets = new TokenBuckets<'rings' | 'rings-link'>(REMEMBERED);

  /** @throws `too-many-requests` */
  take({ party, historyId }: Ringer, callee: PartyKey): void {
    const person = {
      limit: 'rings',
      of: `${partyKey(party)} ${callee}`,
      rate: limitTable.rings.rate,
    } as const;
    const link = { limit: 'rings-link', of: historyId, rate: limitTable['rings-link'].rate } as const;
    const refused = this.#buckets.take(party.kind === 'guest' ? [person, link] : [person]);
    if (refused) throw overLimit(refused.limit, refused.waitMs);
  }
}
