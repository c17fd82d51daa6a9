import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { DEFAULT_DAYS } from '#protocol/rest/resources/connection-summary.ts';
import type { Db } from '#server/db/database.ts';
import type { HeavyReads } from '#server/db/heavy-reads.ts';
import { Remembered } from '#server/db/remembered.ts';
import { endingWith, readToday } from './period.ts';
import { readSummary } from './summaries.ts';
import type { PageRange, SummaryPage, SummaryScope } from './summary-types.ts';

/** Pages within the first so many peers come from what is kept. */
const KEPT_PEERS = 1_000;
/** To add up fewer takes a few milliseconds: their statistics are as of now. */
const QUICKLY_ADDED_UP = 5_000;
const MAX_AGE_MS = 60_000;
/** After that someone who asks waits. */
const STALE_MS = 3_600_000;
const RANKINGS_KEPT = 200;
/** Spans in days that are ready before anyone asks, for all customers together and for the largest of them. */
const WARM_SPANS = [DEFAULT_DAYS, 90, 365];
const WARM_CUSTOMERS = 50;
const WARM_EVERY_MS = STALE_MS / 2;
/** A hundred thousand peers are added up in it without temporary files; so many reads at once as heavyReads lets. */
const WORK_MEMORY = '64MB';

/** Who was called most. Adding up a hundred thousand peers takes longer than an answer may: the first of them are kept. */
export interface PeerRankings {
  page(scope: SummaryScope, page: PageRange): Promise<SummaryPage>;
  /** Makes the rankings that take long and are asked for most; one after the other. */
  warm(): Promise<void>;
}

/** Keeps them ready from now on. Returns what ends it. */
export const keepWarm = (rankings: Pick<PeerRankings, 'warm'>, log: Logger): (() => void) =>
  repeatedly({
    everyMs: WARM_EVERY_MS,
    atOnce: true,
    work: () => rankings.warm(),
    onError: (err) => log.info({ err }, 'statistics by peer not made ready'),
  });

export function createPeerRankings({
  db,
  heavyReads,
}: {
  readonly db: Db;
  readonly heavyReads: HeavyReads;
}): PeerRankings {
  const rankings = new Remembered<SummaryPage>({
    maxAgeMs: MAX_AGE_MS,
    staleMs: STALE_MS,
    maxEntries: RANKINGS_KEPT,
    isWorthIt: ({ total }) => total > QUICKLY_ADDED_UP,
  });
  const read = (scope: SummaryScope, page: PageRange): Promise<SummaryPage> =>
    heavyReads.run(() =>
      db.transaction().execute(async (trx) => {
        await sql`set local work_mem = ${sql.lit(WORK_MEMORY)}`.execute(trx);
        return await readSummary(trx, 'bypeerid', scope, page);
      }),
    );

  const first = (scope: SummaryScope): Promise<SummaryPage> => {
    const { first, last } = scope.period;
    const key = JSON.stringify([scope.customers?.toSorted() ?? null, first, last]);
    return rankings.get(key, () => read(scope, { limit: KEPT_PEERS, offset: 0 }));
  };

  return {
    async page(scope, { limit, offset }) {
      if (offset + limit > KEPT_PEERS) return await read(scope, { limit, offset });
      const { lines, total } = await first(scope);
      return { lines: lines.slice(offset, offset + limit), total };
    },
    async warm() {
      const largest = await heavyReads.run(() => readLargestCustomers(db));
      const scopes = [null, ...largest.map((customerId) => [customerId])];
      for (const customers of scopes) {
        const today = await readToday(db, customers);
        for (const span of WARM_SPANS) await first({ customers, period: endingWith(today, 'days', span) });
      }
    },
  };
}

/** Those whose peers take long to add up, the largest first. */
async function readLargestCustomers(db: Db): Promise<readonly CustomerId[]> {
  const rows = await db
    .selectFrom('connection_peer_days')
    .where('day', '>', sql<Date>`current_date - ${Math.max(...WARM_SPANS)}::integer`)
    .groupBy('customer_id')
    .having((eb) => eb.fn.countAll(), '>', QUICKLY_ADDED_UP)
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .limit(WARM_CUSTOMERS)
    .select('customer_id')
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
