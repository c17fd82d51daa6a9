import { createECDH, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '#protocol/ids.ts';
import { makeVapid } from '#server/push/testing/push-service.ts';
import { expectOutcome, principals } from './testing/access-outcomes.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const PATH = 'users/current/push_subscription';
const ecdh = createECDH('prime256v1');
const p256dh = ecdh.generateKeys('base64url');
const auth = randomBytes(16).toString('base64url');
const subscription = () => ({
  endpoint: `https://push.example.com/${crypto.randomUUID()}`,
  p256dh,
  auth,
  lang: 'ja',
});

const { publicKey } = makeVapid();
const api = setUpTestApi({}, undefined, {}, publicKey);
const without = setUpTestApi();
let user: TestAccount<UserId>;
beforeAll(async () => {
  user = await api.makeUser({ mail: 'ken@example.com' });
});

const kept = () =>
  api.db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', user.id)
    .select(['endpoint', 'lang'])
    .execute();

describe('the push subscription of a sign-in', () => {
  it('is made with the key that everyone may read', async () => {
    expect((await api.get('version')).body.webPushKey).toBe(publicKey);
  });

  it('is one: the last that was given', async () => {
    await api.put(PATH, subscription(), user.token);
    const last = { ...subscription(), lang: 'en' };
    expect((await api.put(PATH, last, user.token)).status).toBe(204);
    expect(await kept()).toEqual([{ endpoint: last.endpoint, lang: 'en' }]);
  });

  it('can be taken away, also where there is none', async () => {
    await api.put(PATH, subscription(), user.token);
    expect((await api.delete(PATH, user.token)).status).toBe(204);
    expect(await kept()).toEqual([]);
    expect((await api.delete(PATH, user.token)).status).toBe(204);
  });

  it('ends when one signs out', async () => {
    const { token } = await api.makeUser({ mail: 'mei@example.com' });
    const mine = subscription();
    await api.put(PATH, mine, token);
    await api.delete('auth', token);
    const left = api.db.selectFrom('push_subscriptions').where('endpoint', '=', mine.endpoint);
    expect(await left.select('endpoint').execute()).toEqual([]);
  });

  it.each([
    ['endpoint', 'http://push.example.com/'],
    ['endpoint', 'https://localhost/'],
    ['endpoint', 'https://10.0.0.1/'],
    ['endpoint', 'https://[::1]/'],
    ['endpoint', 'https://169.254.169.254/latest/meta-data/'],
    ['endpoint', 'https://user:secret@push.example.com/'],
    ['endpoint', 'push'],
    ['p256dh', randomBytes(65).toString('base64url')],
    ['p256dh', randomBytes(20).toString('base64url')],
    ['auth', randomBytes(4).toString('base64url')],
    ['lang', 'fr'],
  ])('is refused with %s %s', async (name, value) => {
    const { status, body } = await api.put(PATH, { ...subscription(), [name]: value }, user.token);
    expect(status).toBe(422);
    expect(body.violations.map(({ propertyPath }) => propertyPath)).toEqual([name]);
    expect(body.violations[0]?.message).toMatch(/^The (address|value) must /);
  });

  it('is refused where the installation has no keys', async () => {
    expect((await without.get('version')).body.webPushKey).toBeNull();
    const { token } = await without.makeUser({ mail: 'ken@example.com' });
    expect((await without.put(PATH, subscription(), token)).body.code).toBe('feature-disabled');
  });

  it.each(principals)('by %s', async (who) => {
    const manager = await api.makeCustomer(`customer of ${who}`);
    const tokens = {
      nobody: undefined,
      guest: undefined,
      user: user.token,
      otherUser: user.token,
      device: (await api.makeDevice({ number: 100 + principals.indexOf(who) })).token,
      otherDevice: (await api.makeDevice({ number: 200 + principals.indexOf(who) })).token,
      manager: (await api.makeUser({ mail: `${who}@m.example.com`, manages: [manager] })).token,
      rival: (await api.makeUser({ mail: `${who}@r.example.com`, manages: [manager] })).token,
      admin: (await api.makeAdmin(`${who}@a.example.com`)).token,
    };
    const outcome = {
      nobody: 401,
      guest: 401,
      user: 'may',
      otherUser: 'may',
      device: 403,
      otherDevice: 403,
      manager: 'may',
      rival: 'may',
      admin: 403,
    } as const;
    expectOutcome(await api.put(PATH, subscription(), tokens[who]), outcome[who]);
  });
});
