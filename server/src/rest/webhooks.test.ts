import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, Id } from '#protocol/ids.ts';
import { MAX_WEBHOOKS } from '#protocol/limits.ts';
import { iri } from '#protocol/rest/field.ts';
import { firstOf } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let home: CustomerId;
let manager: string;
let count = 0;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  ({ token: manager } = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] }));
});

const url = 'https://hooks.example.com/hibiki';
const make = async (body: object = {}) =>
  (await api.post('webhooks', { url, events: ['user.verified'], name: `Hook ${++count}`, ...body }, manager))
    .body;
/** Signs up, and follows the mailed link. */
async function verifyUser(): Promise<string> {
  const { id } = await api.makeUser({ mail: `new${++count}@example.com`, customerId: home, verified: false });
  await api.auth.accounts.sendVerificationLink({ mail: `new${count}@example.com` });
  const link = api.mails.at(-1)?.content.link ?? '';
  const { searchParams } = new URL(link);
  const { status } = await api.post('users/verify', Object.fromEntries(searchParams));
  expect(status).toBe(200);
  return id;
}
const listDeliveries = (webhook: string, query = '') =>
  api.get(`webhook_deliveries?webhook=${webhook}${query}`, manager);
const deliveriesOf = async (webhook: string, query = '') =>
  (await listDeliveries(webhook, query)).body['hydra:member'];

describe('a webhook', () => {
  it('shows its secret once, and another when it is renewed', async () => {
    const made = await make();
    expect(made).toMatchObject({
      '@type': 'Webhook',
      url,
      events: ['user.verified'],
      enabled: true,
      customer: iri('customers', home),
      failingSince: null,
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await api.get(made['@id'], manager)).body.secret).toBeUndefined();
    const renewed = await api.post(`${made['@id']}/secret`, '', manager);
    expect(renewed.status).toBe(200);
    expect(renewed.body.secret).toMatch(/^whsec_/);
    expect(renewed.body.secret).not.toBe(made.secret);
    const row = await api.db
      .selectFrom('webhooks')
      .where('id', '=', made.id as Id<'webhook'>)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(`whsec_${row.previous_secret?.toString('base64')}`).toBe(made.secret);
    expect(row.previous_secret_until?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });

  it.each([
    [{ url: 'http://hooks.example.com/' }, 'url', 'webhook-url'],
    [{ url: 'https://localhost/' }, 'url', 'webhook-url'],
    [{ url: 'https://169.254.169.254/latest' }, 'url', 'webhook-url'],
    [{ url: 'https://me:secret@hooks.example.com/' }, 'url', 'webhook-url'],
    [{ url: 'nonsense' }, 'url', 'webhook-url'],
    [{ url: undefined }, 'url', 'required'],
    [{ events: [] }, 'events', 'invalid'],
    [{ events: ['user.verified', 'user.verified'] }, 'events', 'invalid'],
    [{ events: ['user.deleted'] }, 'events[0]', 'invalid'],
  ])('is refused with %j', async (body, propertyPath, code) => {
    expect((await make(body)).violations).toMatchObject([{ propertyPath, code }]);
  });

  it('has an address whose scheme is written in any case', async () => {
    expect((await make({ url: 'HTTPS://hooks.example.com/' })).url).toBe('HTTPS://hooks.example.com/');
  });

  it('is refused where its customer has as many as it may have, also when several are made at once', async () => {
    const customer = await api.makeCustomer('many');
    const { token } = await api.makeUser({
      mail: 'many@example.com',
      customerId: customer,
      manages: [customer],
    });
    const answers = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 2 }, () =>
        api.post('webhooks', { url, events: ['user.verified'] }, token),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expect(answers.find(({ status }) => status === 422)?.body.violations).toEqual([
      {
        propertyPath: 'customer',
        code: 'too-many-webhooks',
        message: 'A customer can have up to 20 webhooks. Delete one you no longer need.',
      },
    ]);
  });

  it('is edited in the usual ways, and has its days again when it is enabled again', async () => {
    const made = await make();
    await api.db
      .updateTable('webhooks')
      .set({ enabled: false, failing_since: new Date(Date.now() - 6 * 86_400_000) })
      .where('id', '=', made.id as Id<'webhook'>)
      .execute();
    const { body } = await api.patch(made['@id'], { enabled: true, events: ['call.ended'] }, manager);
    expect(body).toMatchObject({ enabled: true, events: ['call.ended'], failingSince: null });
    const since = new Date(Date.now() - 3_600_000);
    await api.db
      .updateTable('webhooks')
      .set({ failing_since: since })
      .where('id', '=', made.id as Id<'webhook'>)
      .execute();
    await api.patch(made['@id'], { enabled: false }, manager);
    const undone = await api.patch(made['@id'], { enabled: true }, manager);
    expect(undone.body.failingSince).toBe(since.toISOString());
    expect((await api.patch(made['@id'], { url: 'https://10.0.0.1/' }, manager)).status).toBe(422);
    expect((await api.delete(made['@id'], manager)).status).toBe(204);
    expect((await api.get(made['@id'], manager)).status).toBe(404);
  });
});

describe('deliveries', () => {
  it('are queued with what caused them, listed, and filtered', async () => {
    const made = await make();
    const userId = await verifyUser();
    expect(await deliveriesOf(made['@id'])).toHaveLength(1);
    const delivery = firstOf(await listDeliveries(made['@id']));
    expect(delivery).toMatchObject({
      '@type': 'WebhookDelivery',
      webhook: made['@id'],
      event: 'user.verified',
      state: 'PENDING',
      attempts: 0,
      lastStatus: null,
    });
    expect(JSON.parse(delivery.payload)).toMatchObject({
      type: 'user.verified',
      data: { userId, email: `new${count}@example.com` },
    });
    expect(await deliveriesOf(made.id, '&state=DELIVERED')).toEqual([]);
    expect(await deliveriesOf(made.id, '&event=user.verified&state=PENDING')).toHaveLength(1);
    expect(await deliveriesOf(made.id, '&event=call.ended')).toEqual([]);
  });

  it('of a test event are queued for one webhook, which need not subscribe to it, and not twice in a moment', async () => {
    const [made, other] = [await make({ events: ['call.ended'] }), await make()];
    const first = await api.post(`${made['@id']}/test`, '', manager);
    expect([first.status, first.body]).toMatchObject([
      202,
      { '@type': 'WebhookDelivery', webhook: made['@id'], event: 'webhook.test', state: 'PENDING' },
    ]);
    expect(JSON.parse(first.body.payload)).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: made.id },
    });
    const again = await api.post(`${made['@id']}/test`, '', manager);
    expect([again.status, again.body.code]).toEqual([429, 'too-many-requests']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect((await api.post(`${other['@id']}/test`, '', manager)).status).toBe(202);
    expect(await deliveriesOf(made.id, '&event=webhook.test')).toHaveLength(1);
    await api.patch(made['@id'], { enabled: false }, manager);
    expect((await api.post(`${made['@id']}/test`, '', manager)).status).toBe(409);
  });

  it('wait with a reason while their receiver gets nothing after time-outs, until someone tries it', async () => {
    const made = await make();
    await verifyUser();
    const pausedUntil = new Date(Date.now() + 600_000);
    await api.db
      .updateTable('webhooks')
      .set({ paused_until: pausedUntil, timeouts: 2, slow: true })
      .where('id', '=', made.id as Id<'webhook'>)
      .execute();
    const delivery = firstOf(await listDeliveries(made.id));
    expect(delivery).toMatchObject({
      state: 'PENDING',
      lastError: 'Timed out. Deliveries to this webhook wait until the receiver is tried again',
      nextAttempt: pausedUntil.toISOString(),
    });
    await api.post(`${delivery['@id']}/redeliver`, '', manager);
    expect((await api.get(delivery['@id'], manager)).body).toMatchObject({
      state: 'PENDING',
      lastError: null,
    });
  });

  it('are sent again on request, but not to a disabled webhook', async () => {
    const made = await make();
    await verifyUser();
    const delivery = firstOf(await listDeliveries(made.id));
    await api.db
      .updateTable('webhook_deliveries')
      .set({ state: 'FAILED', attempts: 10, next_attempt_at: null })
      .where('id', '=', delivery.id as Id<'webhookDelivery'>)
      .execute();
    const again = await api.post(`${delivery['@id']}/redeliver`, '', manager);
    expect(again).toMatchObject({ status: 202, body: { state: 'PENDING', attempts: 0 } });
    expect(Math.abs(Date.parse(String(again.body.nextAttempt)) - Date.now())).toBeLessThan(60_000);
    await api.patch(made['@id'], { enabled: false }, manager);
    expect(await api.post(`${delivery['@id']}/redeliver`, '', manager)).toMatchObject({ status: 409 });
  });
});
