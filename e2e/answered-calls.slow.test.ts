import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#scripts/test-database.ts';
import { playAnsweredCalls } from './support/answered-calls.ts';

const CALLS = 1;

describe('1-to-1 calls one of whose servers is lost as soon as they are answered', () => {
  it('go on, after kill -9 and after an orderly end (D14)', async () => {
    const seed = Math.trunc(Math.random() * 2 ** 32);
    const database = await createTestDatabase();
    try {
      const played = await playAnsweredCalls({
        databaseUrl: database.url,
        calls: CALLS,
        seed,
        moment: 'answered',
      });
      const troubled = played.filter(({ trouble }) => trouble !== null);
      expect(troubled, `seed ${seed}`).toEqual([]);
      expect(played.every(({ answered }) => answered)).toBe(true);
    } finally {
      await database.drop();
    }
  }, 500_000);
});
