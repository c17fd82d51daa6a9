import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#scripts/test-database.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { createHeavyReads } from '#server/db/heavy-reads.ts';
import { createPeerRankings } from './peer-rankings.ts';

/** More than are added up at every question. */
const PEERS = 5_100;
const FIRST_PAGE = { limit: 10, offset: 0 };

describe('statistics by peer', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, poolSize: 2, statementTimeoutMs: 0 });
    await sql`insert into connection_peer_days (customer_id, day, peer_id, peer_name, calls, seconds)
      select customers.id, current_date - n % 20, gen_random_uuid(), 'Peer ' || n, 1 + n / ${PEERS}::integer, 60
      from generate_series(1, ${PEERS}::integer) n, customers where is_default`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  it('of many peers are ready for the first to ask, for one customer and for all', async () => {
    const customer = await db
      .selectFrom('customers')
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirstOrThrow();
    const warm = createPeerRankings({ db, heavyReads: createHeavyReads(1) });
    await warm.warm();
    const cold = createPeerRankings({ db, heavyReads: createHeavyReads(1) });
    await db.deleteFrom('connection_peer_days').execute();
    for (const customers of [null, [customer.id]]) {
      const { lines, total } = await warm.page({ customers, span: 30 }, FIRST_PAGE);
      expect({ most: lines[0], shown: lines.length, total }).toMatchObject({
        most: { name: `Peer ${PEERS}`, calls: 2, seconds: 60 },
        shown: FIRST_PAGE.limit,
        total: PEERS,
      });
      expect(await cold.page({ customers, span: 30 }, FIRST_PAGE)).toEqual({ lines: [], total: 0 });
    }
  });
});
