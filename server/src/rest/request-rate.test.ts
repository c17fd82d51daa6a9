import { afterAll, beforeAll, expect, it } from 'vitest';
import { RequestRate } from '#server/limits/request-rate.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { type OpenApi, openTestApi } from './testing/open-test-api.ts';

/** Two at once, and one more each six seconds. */
const SETTINGS = { requestsPerMinute: 1_000_000, accountRequestsPerMinute: 10 };

const database = setUpTestDatabase();
const requestRate = new RequestRate(SETTINGS);
let api: OpenApi;
beforeAll(async () => {
  api = await openTestApi({ database: { url: database.url }, requestRate });
});
afterAll(() => api.close());

const ask = async (token: string) => {
  const { status, headers } = await api.get('users/current', token);
  return { status, retryAfter: Number(headers['retry-after']) };
};

it('what a person sends over sockets leaves less for the API, and nothing less for anyone else', async () => {
  const hana = await api.makeUser({ mail: 'hana@example.com' });
  const ken = await api.makeUser({ mail: 'ken@example.com' });
  expect(requestRate.frame('192.0.2.1', `user:${hana.id}`)).toBeNull();
  expect((await ask(hana.token)).status).toBe(200);
  const refused = await ask(hana.token);
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect((await ask(ken.token)).status).toBe(200);
});
