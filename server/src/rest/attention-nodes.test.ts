import { expect, it } from 'vitest';
import { createTestDatabase } from '#scripts/test-database.ts';
import { openTestApi } from './testing/open-test-api.ts';

it('tells administrators alone that no media node takes new calls', async () => {
  const database = await createTestDatabase();
  let usable = 1;
  const api = await openTestApi({ database: { url: database.url }, usableMediaNodes: () => usable });
  try {
    const home = await api.makeCustomer('home');
    const manager = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] });
    const admin = await api.makeAdmin('admin@example.com');
    const missing = async (token: string) => {
      const { body } = await api.get('attention', token);
      const kinds: readonly { kind: string; count: number }[] = Array.isArray(body.kinds) ? body.kinds : [];
      return kinds.find(({ kind }) => kind === 'media-nodes-missing')?.count;
    };
    expect(await missing(admin.token)).toBe(0);
    usable = 0;
    expect([await missing(admin.token), await missing(manager.token)]).toEqual([1, 0]);
  } finally {
    await api.close();
    await database.drop();
  }
});
