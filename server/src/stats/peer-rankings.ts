import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import type { HeavyReads } from '#server/db/heavy-reads.ts';
import { Remembered } from '#server/db/remembered.ts';
import { type PageRange, readSummary, type SummaryPage, type SummaryScope } from './summaries.ts';

/** Pages within the first so many peers come from what is kept. */
const KEPT_PEERS = 1_000;
/** To add up fewer takes a few milliseconds: their statistics are as of now. */
const QUICKLY_ADDED_UP = 5_000;
const MAX_AGE_MS = 60_000;
/** After that somebody who asks waits. */
const STALE_MS = 3_600_000;
const RANKINGS_KEPT = 200;
/** A hundred thousand peers are added up in it without temporary files; so many reads at once as heavyReads lets. */
const WORK_MEMORY = '64MB';

/** Who was called most. Adding up a hundred thousand peers takes longer than an answer may: the first of them are kept. */
export interface PeerRankings {
  page(scope: SummaryScope, page: PageRange): Promise<SummaryPage>;
}

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

  return {
    async page(scope, { limit, offset }) {
      if (offset + limit > KEPT_PEERS) return await read(scope, { limit, offset });
      const key = JSON.stringify([scope.customers?.toSorted() ?? null, scope.span]);
      const { lines, total } = await rankings.get(key, () => read(scope, { limit: KEPT_PEERS, offset: 0 }));
      return { lines: lines.slice(offset, offset + limit), total };
    },
  };
}
