import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#scripts/test-database.ts';
import { playAnsweredCalls } from './support/answered-calls.ts';

const CALLS = 4;

describe('1-to-1 calls one of whose servers is lost at a random moment', () => {
  it('go on if they were answered, after kill -9 and after an orderly end (D14)', async () => {
    const seed = Math.trunc(Math.random() * 2 ** 32);
    const database = await createTestDatabase();
    try {
      const played = await playAnsweredCalls({ databaseUrl: database.url, calls: CALLS, seed });
      const troubled = played.filter(({ trouble }) => trouble !== null);
      expect(troubled, `seed ${seed}`).toEqual([]);
      expect(played.some(({ answered }) => answered)).toBe(true);
    } finally {
      await database.drop();
    }
  }, 280_000);
});
