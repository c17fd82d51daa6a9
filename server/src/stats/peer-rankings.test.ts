import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHeavyReads } from '#server/db/heavy-reads.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { createPeerRankings } from './peer-rankings.ts';
import { endingWith, readToday } from './period.ts';

/** More than are added up at every question. */
const PEERS = 5_100;
const FIRST_PAGE = { limit: 10, offset: 0 };

describe('statistics by peer', () => {
  const database = setUpTestDatabase({ poolSize: 2, statementTimeoutMs: 0 });
  beforeAll(async () => {
    await sql`insert into connection_peer_days (customer_id, day, peer_id, peer_name, calls, seconds)
      select customers.id, current_date - n % 20, gen_random_uuid(), 'Peer ' || n, 1 + n / ${PEERS}::integer, 60
      from generate_series(1, ${PEERS}::integer) n, customers where is_default`.execute(database.db);
  });

  it('of many peers are ready for the first to ask, for one customer and for all', async () => {
    const customer = await database.db
      .selectFrom('customers')
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    const warm = createPeerRankings({ db: database.db, heavyReads: createHeavyReads(1) });
    await warm.warm();
    const cold = createPeerRankings({ db: database.db, heavyReads: createHeavyReads(1) });
    await database.db.deleteFrom('connection_peer_days').execute();
    for (const customers of [null, [customer.id]]) {
      const period = endingWith(await readToday(database.db, customers), 'days', 30);
      const { lines, total } = await warm.page({ customers, period }, FIRST_PAGE);
      expect({ most: lines[0], shown: lines.length, total }).toMatchObject({
        most: { name: `Peer ${PEERS}`, count: 2, seconds: 60 },
        shown: FIRST_PAGE.limit,
        total: PEERS,
      });
      expect(await cold.page({ customers, period }, FIRST_PAGE)).toEqual({ lines: [], total: 0 });
    }
  });
});
