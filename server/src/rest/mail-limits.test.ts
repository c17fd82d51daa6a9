import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '#protocol/ids.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const LIMITS = {
  mailsPerSenderDay: 12,
  mailsPerRecipientDay: 8,
  invitationsToSameDay: 4,
  invitationRepeatMinutes: 10,
  linkRepeatSeconds: 60,
};
const api = setUpTestApi({}, undefined, LIMITS);

type Person = TestAccount<UserId>;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Alice' });
  bob = await api.makeUser({ mail: 'bob@example.com' });
});
beforeEach(async () => {
  await api.db.deleteFrom('mails').execute();
});

/** As if all mails so far had been queued that much earlier. */
const pass = (minutes: number) =>
  sql`update mails set created_at = created_at - ${minutes} * interval '1 minute'`.execute(api.db);

const groupOf = async (owner: Person, guests: readonly string[]) => {
  const { body } = await api.post('groups', { name: 'WIN http://evil.example', guests }, owner.token);
  return body['@id'];
};
const invite = (group: string, by: Person) => api.post(`${group}/invite`, '', by.token);
const strangers = (count: number) =>
  Array.from({ length: count }, (_, each) => `stranger${each}@example.net`);
const queued = async () => (await api.db.selectFrom('mails').select('recipient').execute()).length;

describe('invitations to a group', () => {
  it('go to the same person again only after a while, and what is held back keeps its link', async () => {
    const group = await groupOf(alice, strangers(2));
    expect((await invite(group, alice)).body).toMatchObject({ invited: 2 });
    const again = await invite(group, alice);
    expect(again.status).toBe(429);
    expect(again.body.code).toBe('too-many-mails');
    expect(again.body.retryAfterMs).toSatisfy(Number.isInteger);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(500);
    expect(await queued()).toBe(2);
    const links = await api.get('guest_links?state=ACTIVE', alice.token);
    expect(links.body['hydra:totalItems']).toBe(2);
    await pass(LIMITS.invitationRepeatMinutes);
    expect((await invite(group, alice)).body).toMatchObject({ invited: 2, failures: [] });
  });

  it('are limited a day by sender, and name who was held back', async () => {
    const many = await groupOf(alice, strangers(LIMITS.mailsPerSenderDay + 2));
    const { status, body } = await invite(many, alice);
    expect(status).toBe(200);
    expect(body).toMatchObject({ invited: LIMITS.mailsPerSenderDay });
    expect(body.failures).toHaveLength(2);
    expect(body.failures).toMatchObject([
      { code: 'ERROR_GROUP_MAIL_LIMIT' },
      { code: 'ERROR_GROUP_MAIL_LIMIT' },
    ]);
    expect((await invite(await groupOf(alice, ['other@example.net']), alice)).status).toBe(429);
    expect((await invite(await groupOf(bob, ['other@example.net']), bob)).status).toBe(200);
    await pass(24 * 60);
    expect((await invite(await groupOf(alice, ['other@example.net']), alice)).status).toBe(200);
  });

  it('of one sender reach the same person so often a day, however many groups there are, also all at once', async () => {
    const groups = await Promise.all(Array.from({ length: 8 }, () => groupOf(alice, ['victim@example.net'])));
    const answers = await Promise.all(groups.map((group) => invite(group, alice)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMITS.invitationsToSameDay);
    expect(await queued()).toBe(LIMITS.invitationsToSameDay);
  });

  it('of several senders reach one person so often a day', async () => {
    for (const each of Array.from({ length: 4 }, (_, index) => index)) {
      const sender = await api.makeUser({ mail: `sender${each}@example.com` });
      for (let round = 0; round < 3; round++) {
        await invite(await groupOf(sender, ['victim@example.net']), sender);
      }
    }
    expect(await queued()).toBe(LIMITS.mailsPerRecipientDay);
  });

  it('carry no word of the sender in the subject, and no link that the sender wrote', async () => {
    await invite(await groupOf(alice, ['stranger@example.net']), alice);
    const mail = await api.db
      .selectFrom('mails')
      .select(['subject', 'text', 'html'])
      .executeTakeFirstOrThrow();
    expect(mail.subject).not.toMatch(/WIN|Alice|evil/);
    expect(mail.text).toContain('WIN');
    expect(mail.text + mail.html).not.toMatch(/evil\.example|http:\/\/e/);
  });

  it('are not mailed to who has not approved the pair', async () => {
    const carol = await api.makeUser({ mail: 'carol@example.com' });
    const pair = await api.makePair(alice.id, carol.id, 'INVITED');
    const group = await api.makeGroup(alice.id, 'Early', [pair]);
    const { body } = await invite(`/api/v1/groups/${group}`, alice);
    expect(body).toEqual({
      invited: 0,
      failures: [
        { label: 'carol@example.com', pair: `/api/v1/pairs/${pair}`, code: 'ERROR_GROUP_NOT_APPROVED' },
      ],
    });
    expect(await queued()).toBe(0);
  });
});

it('invitations of a pair are limited, also when the pair is deleted in between, and leave nothing when held back', async () => {
  const ask = () => api.post('pairs', { mail: 'bob@example.com' }, alice.token);
  for (let round = 0; round < LIMITS.invitationsToSameDay; round++) {
    const made = await ask();
    expect(made.status).toBe(201);
    await api.delete(made.body['@id'], alice.token);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-mails']);
    await pass(LIMITS.invitationRepeatMinutes);
  }
  expect((await ask()).status).toBe(429);
  expect((await api.get('pairs?search=bob', alice.token)).body['hydra:totalItems']).toBe(0);
});

it('links of guests are limited as invitations are', async () => {
  const mailed = () => api.post('guest_links', { mail: 'stranger@example.net' }, alice.token);
  expect((await mailed()).status).toBe(201);
  expect((await mailed()).status).toBe(429);
  expect((await api.get('guest_links?kind=direct', alice.token)).body['hydra:totalItems']).toBe(1);
});

it('invitations of a pair are limited when they are sent again', async () => {
  const carol = await api.makeUser({ mail: 'carol@example.net' });
  const pair = await api.makePair(alice.id, carol.id, 'INVITED');
  const resend = () => api.post(`pairs/${pair}/invitation`, undefined, alice.token);
  expect((await resend()).status).toBe(200);
  expect((await resend()).body.code).toBe('too-many-mails');
  await pass(LIMITS.invitationRepeatMinutes);
  expect((await resend()).status).toBe(200);
});

it('links that verify an address count for who has made the account, or asked for the link again', async () => {
  const customerId = await api.makeCustomer('limited');
  const boss = await api.makeUser({ mail: 'boss@example.com', customerId, manages: [customerId] });
  const make = (number: number) =>
    api.post('users', { email: `new${number}@example.net`, plainPassword: 'a long password' }, boss.token);
  const first = await make(0);
  await pass(2);
  expect((await api.post(`${first.body['@id']}/verification`, undefined, boss.token)).status).toBe(202);
  const causes = await api.db.selectFrom('mails').select(['kind', 'caused_by']).execute();
  expect(causes).toEqual(Array(2).fill({ kind: 'verify-account', caused_by: boss.id }));
  for (let number = 2; number < LIMITS.mailsPerSenderDay; number++) {
    expect((await make(number)).status).toBe(201);
  }
  expect((await make(LIMITS.mailsPerSenderDay)).body.code).toBe('too-many-mails');
});

describe('links to reset a password', () => {
  const ask = () => api.auth.accounts.sendResetLink({ audience: 'user', mail: 'bob@example.com' });

  it('go out once a minute at most', async () => {
    await ask();
    await ask();
    expect(await queued()).toBe(1);
    await pass(1);
    await ask();
    expect(await queued()).toBe(2);
  });

  it('are few a day, yet one that works has always gone out', async () => {
    for (let minute = 0; minute < 6 * 60; minute += 2) {
      await ask();
      await pass(2);
    }
    expect(await queued()).toBeLessThanOrEqual(LIMITS.mailsPerRecipientDay + 6);
    const newest = await api.db
      .selectFrom('mails')
      .select(({ fn }) => fn.max('created_at').as('at'))
      .executeTakeFirstOrThrow();
    expect(Date.now() - newest.at.getTime()).toBeLessThan(60 * 60_000);
  });
});
