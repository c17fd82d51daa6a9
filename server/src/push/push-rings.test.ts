import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId } from '#protocol/ids.ts';
import { revokeAllFamilies } from '#server/auth/refresh-tokens.ts';
import { People, type Person } from '#server/testing/people.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { createPushRings, type PushRings, type Ring } from './push-rings.ts';
import { removeExpiredSubscriptions, saveSubscription } from './subscriptions.ts';
import { makeVapid, startPushService, type TestPushService } from './testing/push-service.ts';

const TAG = '01920000-0000-7000-8000-000000000000';
const vapid = makeVapid();
const log = createLog({ name: 'test', level: 'silent' });

const database = setUpTestDatabase();
let people: People;
let customer: CustomerId;
beforeAll(async () => {
  people = await People.create(database.db);
  customer = await people.customer();
});

let service: TestPushService;
let push: PushRings;
let ken: Person;
beforeEach(async () => {
  service = await startPushService();
  push = createPushRings({ db: database.db, log, vapid, privateAllowed: true });
  ken = await people.user('Ken', customer);
});
afterEach(async () => {
  await push.close();
  await service.close();
});

const subscribe = (person: Person, lang: 'ja' | 'en' = 'en', subscription = service.subscription) =>
  database.db
    .transaction()
    .execute((trx) =>
      saveSubscription(trx, { userId: person.id, familyId: person.familyId }, { ...subscription, lang }),
    );
const ringOf = (person: Person, more: Partial<Ring> = {}): Ring => ({
  callee: person.key,
  caller: { kind: 'user', name: 'Hana' },
  tag: TAG,
  ringsForMs: 29_500,
  ...more,
});

describe('a ring by push', () => {
  it('is signed by the installation, encrypted for the browser, urgent, and of no use later', async () => {
    await subscribe(ken);
    expect(await push.reaches(ken.key)).toBe(true);
    const { taken } = push.ring(ringOf(ken));
    const { message, headers, claims } = await service.message('ring');
    expect(message).toEqual({
      kind: 'ring',
      tag: TAG,
      title: 'Hana is calling',
      body: 'Open Hibiki to answer',
      path: '/user',
    });
    expect(headers).toMatchObject({
      ttl: '30',
      urgency: 'high',
      topic: TAG.replaceAll('-', ''),
      'content-encoding': 'aes128gcm',
    });
    expect(headers.authorization).toContain(`k=${vapid.publicKey}`);
    expect(claims).toMatchObject({ aud: service.origin, sub: vapid.contact });
    expect(await taken).toBe(true);
  });

  it('speaks the language of the browser, and says how it has ended', async () => {
    await subscribe(ken, 'ja');
    const ring = push.ring(ringOf(ken));
    expect((await service.message('ring')).message.title).toBe('Hanaさんから着信');
    ring.end('missed');
    const { message, headers } = await service.message('missed');
    expect(message).toMatchObject({ tag: TAG, title: 'Hanaさんからの不在着信' });
    expect(headers.ttl).toBe('86400');
  });

  it('names the group that is called, and leads to its call', async () => {
    await subscribe(ken);
    push.ring(ringOf(ken, { group: { name: 'Planning', path: '/user/groupchat/talk?group=1' } }));
    expect((await service.message('group-ring')).message).toMatchObject({
      title: 'Hana invites you to a call',
      body: 'Planning',
      path: '/user/groupchat/talk?group=1',
    });
  });

  it.each([404, 410])('forgets a subscription that the push service answers with %i', async (status) => {
    await subscribe(ken);
    service.answer(status);
    expect(await push.ring(ringOf(ken)).taken).toBe(false);
    expect(await push.reaches(ken.key)).toBe(false);
  });

  it('keeps a subscription whose push service fails for now, and says that no one was rung', async () => {
    await subscribe(ken);
    service.answer(503);
    expect(await push.ring(ringOf(ken)).taken).toBe(false);
    expect(await push.reaches(ken.key)).toBe(true);
  });

  it('follows no redirect', async () => {
    let followed = 0;
    const elsewhere = createServer((_, response) => {
      followed += 1;
      response.writeHead(201).end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await subscribe(ken);
    service.answer(307, { location: `http://127.0.0.1:${address.port}/` });
    expect(await push.ring(ringOf(ken)).taken).toBe(false);
    expect(followed).toBe(0);
    elsewhere.close();
  });

  it('goes to no private address, even if the subscription names one', async () => {
    await subscribe(ken);
    const strict = createPushRings({ db: database.db, log, vapid, privateAllowed: false });
    expect(await strict.ring(ringOf(ken)).taken).toBe(false);
    expect(service.pushed).toEqual([]);
  });

  it('is for users whose sign-in stands, and there is none without keys', async () => {
    await subscribe(ken);
    const without = createPushRings({ db: database.db, log, vapid: null, privateAllowed: true });
    expect(await without.reaches(ken.key)).toBe(false);
    expect(await push.reaches(`device:${ken.id}`)).toBe(false);
    await database.db
      .updateTable('refresh_tokens')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('family_id', '=', ken.familyId)
      .execute();
    expect(await push.reaches(ken.key)).toBe(false);
    await removeExpiredSubscriptions(database.db);
    expect(
      await database.db.selectFrom('push_subscriptions').where('user_id', '=', ken.id).execute(),
    ).toEqual([]);
  });

  it('ends with all sign-ins of the user, and with the user', async () => {
    await subscribe(ken);
    await database.db.transaction().execute((trx) => revokeAllFamilies(trx, 'user', ken.id));
    expect(await push.reaches(ken.key)).toBe(false);
    const mei = await people.user('Mei', customer);
    await subscribe(mei);
    await database.db.deleteFrom('users').where('id', '=', mei.id).execute();
    const left = database.db
      .selectFrom('push_subscriptions')
      .where('endpoint', '=', service.subscription.endpoint);
    expect(await left.select('endpoint').execute()).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('are one a browser: the last to sign in is rung there', async () => {
    const mei = await people.user('Mei', customer);
    await subscribe(ken);
    await subscribe(mei);
    expect([await push.reaches(ken.key), await push.reaches(mei.key)]).toEqual([false, true]);
  });

  it('are ten a user at most, of which the oldest gives way', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const row = (index: number) => ({
      family_id: crypto.randomUUID(),
      user_id: ken.id,
      ...service.subscription,
      endpoint: `https://push.example.com/${ken.id}/${index}`,
      lang: 'en' as const,
      created_at: at(index + 1),
    });
    await database.db
      .insertInto('push_subscriptions')
      .values(Array.from({ length: 10 }, (_, index) => row(index)))
      .execute();
    await subscribe(ken);
    const left = await database.db
      .selectFrom('push_subscriptions')
      .where('user_id', '=', ken.id)
      .select('endpoint')
      .execute();
    const endpoints = left.map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(10);
    expect(endpoints).toContain(service.subscription.endpoint);
    expect(endpoints).not.toContain(`https://push.example.com/${ken.id}/0`);
  });
});
