import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { hashOpaqueToken, newOpaqueToken } from '#server/auth/opaque-token.ts';
import { blockedBy } from '#server/testing/blocked-by.ts';
import { eventually } from '#server/testing/eventually.ts';
import { firstOf, type TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let home: CustomerId;
let alice: TestAccount<UserId>;
let manager: string;

beforeAll(async () => {
  home = await api.makeCustomer('home');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Alice', customerId: home });
  ({ token: manager } = await api.makeUser({
    mail: 'boss@example.com',
    customerId: home,
    manages: [home],
  }));
});

const tokenOf = (url: string) => url.slice(url.indexOf('#token=') + 7);
const check = (token: string) => api.post('guest_links/check', { token });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('a guest link of a group', () => {
  it('leads to the group, and ends with it', async () => {
    const end = inHours(2).toISOString();
    const groupId = await api.makeGroup(alice.id, 'Planning');
    await api.patch(`groups/${groupId}`, { end }, alice.token);
    const { status, body } = await api.post('guest_links', { group: iri('groups', groupId) }, alice.token);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      '@type': 'GuestLink',
      kind: 'group',
      group: iri('groups', groupId),
      owner: iri('users', alice.id),
      name: 'Planning',
      mail: null,
      state: 'ACTIVE',
      end,
    });
    expect(body.url).toMatch(/^http:\/\/localhost:3000\/guest#token=/);
    expect(await check(tokenOf(body.url))).toMatchObject({
      status: 200,
      body: { kind: 'group', name: 'Planning', group: groupId, startsAt: null, endsAt: end },
    });
  });

  it('is shown again to its owner while it works, and to no one else', async () => {
    const group = iri('groups', await api.makeGroup(alice.id, 'Shown again'));
    const { body } = await api.post('guest_links', { group }, alice.token);
    const shownTo = async (token: string) => [
      (await api.get(body['@id'], token)).body.url,
      firstOf(await api.get(`guest_links?group=${group}`, token)).url,
    ];
    expect(await shownTo(alice.token)).toEqual([body.url, body.url]);
    expect(await shownTo(manager)).toEqual([undefined, undefined]);
    expect(await shownTo((await api.makeAdmin('links@example.com')).token)).toEqual([undefined, undefined]);
    const asExport = await api.post(
      'exports',
      { resource: 'guest_links', columns: [{ field: 'url' }] },
      manager,
    );
    expect(asExport.body.violations).toMatchObject([
      { propertyPath: 'columns[0].field', code: 'unknown-field' },
    ]);
    await api.delete(body['@id'], alice.token);
    expect(await shownTo(alice.token)).toEqual([undefined, undefined]);
    const written = await api.db.selectFrom('logs').selectAll().execute();
    expect(JSON.stringify(written)).not.toContain(tokenOf(body.url));
  });

  it('of an older server works, and is not shown', async () => {
    const group = iri('groups', await api.makeGroup(alice.id, 'Older'));
    const { body } = await api.post('guest_links', { group }, alice.token);
    const { token, hash } = newOpaqueToken();
    await api.db
      .updateTable('guest_links')
      .set({ token_hash: hash })
      .where('token_hash', '=', hashOpaqueToken(tokenOf(body.url)))
      .execute();
    expect((await check(token)).status).toBe(200);
    expect((await check(tokenOf(body.url))).status).toBe(404);
    expect((await api.get(body['@id'], alice.token)).body.url).toBeUndefined();
  });

  it('is not shown once it has expired', async () => {
    const group = iri('groups', await api.makeGroup(alice.id, 'Over'));
    const { body } = await api.post('guest_links', { group }, alice.token);
    await api.db
      .updateTable('guest_links')
      .set({ expires_at: inHours(-1) })
      .where('token_hash', '=', hashOpaqueToken(tokenOf(body.url)))
      .execute();
    expect((await api.get(body['@id'], alice.token)).body).toMatchObject({ state: 'EXPIRED' });
    expect((await api.get(body['@id'], alice.token)).body.url).toBeUndefined();
  });

  it('lets in as many guests at once as its owner has set, 20 by default', async () => {
    const group = iri('groups', await api.makeGroup(alice.id, 'Limited'));
    const { body } = await api.post('guest_links', { group }, alice.token);
    expect(body.maxGuests).toBe(20);
    const small = await api.post('guest_links', { group, maxGuests: 3 }, alice.token);
    expect(small.body.maxGuests).toBe(3);
    expect(await api.patch(small.body['@id'], { maxGuests: 5 }, alice.token)).toMatchObject({
      status: 200,
      body: { maxGuests: 5 },
    });
    expect(await api.auth.verifyGuestToken(tokenOf(small.body.url))).toMatchObject({ maxGuests: 5 });
    for (const maxGuests of [0, 91]) {
      const refused = await api.patch(small.body['@id'], { maxGuests }, alice.token);
      expect(refused.body.violations).toMatchObject([{ propertyPath: 'maxGuests' }]);
    }
  });

  it('is mailed, in the language that was asked for', async () => {
    const groupId = await api.makeGroup(alice.id, 'Mailed');
    const { body } = await api.post(
      'guest_links',
      { group: iri('groups', groupId), mail: 'guest@example.com', lang: 'ja' },
      alice.token,
    );
    expect(body.mail).toBe('guest@example.com');
    expect(body.lang).toBeUndefined();
    expect(api.mails.at(-1)).toMatchObject({
      to: 'guest@example.com',
      lang: 'ja',
      content: {
        kind: 'group-invitation',
        guest: { linkEnds: new Date(String(body.end)) },
        group: 'Mailed',
        inviter: { nickname: 'Alice' },
        link: body.url,
      },
    });
  });

  it('is not made by a member, for what is over, nor for what cannot be seen', async () => {
    const bob = await api.makeUser({ mail: 'bob@example.com', customerId: home });
    const pair = await api.makePair(alice.id, bob.id);
    const group = iri('groups', await api.makeGroup(alice.id, 'Shared', [pair]));
    const byMember = await api.post('guest_links', { group }, bob.token);
    expect(byMember.status).toBe(422);
    expect(byMember.body.violations).toMatchObject([{ propertyPath: 'group', code: 'group-foreign' }]);
    const stranger = await api.makeUser({ mail: 'stranger@example.com' });
    const byStranger = await api.post('guest_links', { group }, stranger.token);
    expect(byStranger.body.violations).toMatchObject([{ propertyPath: 'group', code: 'reference-unknown' }]);
    await api.patch(group, { end: inHours(-1).toISOString() }, alice.token);
    expect(await api.post('guest_links', { group }, alice.token)).toMatchObject({
      status: 403,
      body: { code: 'group-not-open' },
    });
  });

  it('is not made for a group that is being deleted', async () => {
    const groupId = await api.makeGroup(alice.id, 'Short-lived');
    const making = await api.db.transaction().execute(async (trx) => {
      await sql`delete from groups where id = ${groupId}`.execute(trx);
      const made = api.post('guest_links', { group: iri('groups', groupId) }, alice.token);
      await eventually(async () => expect(await blockedBy(trx)).toBe(1));
      return { made };
    });
    const { status, body } = await making.made;
    expect([status, body.violations]).toMatchObject([
      422,
      [{ propertyPath: 'group', code: 'reference-unknown' }],
    ]);
  });

  it('is listed by group and state for its owner and the managers of the customer', async () => {
    const group = iri('groups', await api.makeGroup(alice.id, 'Listed'));
    const first = await api.post('guest_links', { group }, alice.token);
    const second = await api.post('guest_links', { group, mail: 'x@example.com' }, alice.token);
    await api.delete(first.body['@id'], manager);
    for (const token of [alice.token, manager]) {
      const ids = async (query: string) =>
        (await api.get(`guest_links?group=${group}&${query}`, token)).body['hydra:member'].map(
          (each: { '@id': string }) => each['@id'],
        );
      expect(await ids('')).toEqual([second.body['@id'], first.body['@id']]);
      expect(await ids('state=ACTIVE')).toEqual([second.body['@id']]);
      expect(await ids('state=REVOKED')).toEqual([first.body['@id']]);
    }
  });
});

describe('a guest link to a user', () => {
  it('lasts 24 hours and names whom it calls', async () => {
    const { body } = await api.post('guest_links', { mail: 'friend@example.com' }, alice.token);
    expect(body).toMatchObject({ kind: 'direct', group: null, owner: iri('users', alice.id), name: 'Alice' });
    expect(Math.abs(Date.parse(String(body.end)) - inHours(24).getTime())).toBeLessThan(10_000);
    expect((await check(tokenOf(body.url))).body).toMatchObject({ kind: 'direct', name: 'Alice' });
    expect(api.mails.at(-1)).toMatchObject({
      lang: 'en',
      content: { kind: 'direct-invitation', inviter: { nickname: 'Alice' }, link: body.url },
    });
  });

  it('tells no guest the mail address of a user who has no name', async () => {
    const grace = await api.makeUser({ mail: 'grace.h@example.com', nickname: '', customerId: home });
    const { body } = await api.post('guest_links', {}, grace.token);
    expect((await check(tokenOf(body.url))).body).toMatchObject({ kind: 'direct', name: 'grace.h' });
  });

  it('is nothing that a device has', async () => {
    const device = await api.makeDevice({ number: 1, customerId: home });
    const { body } = await api.post('guest_links', {}, device.token);
    expect(body.violations).toMatchObject([{ propertyPath: 'group', code: 'required' }]);
  });
});

describe('revoking', () => {
  it('can be done twice, is audited once, and tells the sessions that came by the link', async () => {
    const made = await api.post('guest_links', {}, alice.token);
    const { id } = made.body;
    for (const _ of [1, 2]) expect((await api.delete(`guest_links/${id}`, alice.token)).status).toBe(204);
    expect((await check(tokenOf(made.body.url))).body).toMatchObject({ code: 'guest-link-revoked' });
    expect((await api.get(`guest_links/${id}`, alice.token)).body.state).toBe('REVOKED');
    expect(api.events).toContainEqual({ type: 'tokens-revoked', partyKey: `guest:${id}`, familyId: null });
    const entries = await api.db
      .selectFrom('logs')
      .where('resource_id', '=', id)
      .where('action', '=', 'revoke')
      .selectAll()
      .execute();
    expect(entries).toHaveLength(1);
  });

  it('reaches a guest who came by a link that a newer invitation has replaced', async () => {
    const { body: group } = await api.post(
      'groups',
      { name: 'Again', guests: ['guest@example.com'] },
      alice.token,
    );
    const linkIds = async () =>
      (await api.get(`guest_links?group=${group['@id']}`, alice.token)).body['hydra:member'].map(
        (each: { id: string }) => each.id,
      );
    await api.post(`${group['@id']}/invite`, '', alice.token);
    const [former] = await linkIds();
    api.events.length = 0;
    await api.post(`${group['@id']}/invite`, '', alice.token);
    // No one is thrown out by being invited again.
    expect(api.events.filter(({ type }) => type === 'tokens-revoked')).toEqual([]);
    const [current] = await linkIds();
    await api.delete(`guest_links/${current}`, alice.token);
    const revoked = api.events.flatMap((event) => (event.type === 'tokens-revoked' ? [event.partyKey] : []));
    expect(revoked.sort()).toEqual([`guest:${former}`, `guest:${current}`].sort());
  });

  it('leaves the links of those alone who are not invited again', async () => {
    const { body: group } = await api.post(
      'groups',
      { name: 'Some', guests: ['first@example.com', 'second@example.com'] },
      alice.token,
    );
    const openLinks = async () => {
      const { body } = await api.get(`guest_links?group=${group['@id']}&state=ACTIVE`, alice.token);
      return new Map(body['hydra:member'].map(({ id, mail }) => [mail, id]));
    };
    await api.post(`${group['@id']}/invite`, '', alice.token);
    const before = await openLinks();
    const mailed = api.mails.length;
    const answer = await api.post(`${group['@id']}/invite`, { guests: ['First@example.com'] }, alice.token);
    expect(answer.body).toMatchObject({ invited: 1, failures: [] });
    expect(api.mails.slice(mailed).map(({ to }) => to)).toEqual(['first@example.com']);
    const after = await openLinks();
    expect(after.get('second@example.com')).toBe(before.get('second@example.com'));
    expect(after.get('first@example.com')).not.toBe(before.get('first@example.com'));
    const stranger = await api.post(`${group['@id']}/invite`, { guests: ['who@example.com'] }, alice.token);
    expect([stranger.status, stranger.body.violations]).toMatchObject([
      422,
      [{ propertyPath: 'guests', code: 'reference-unknown' }],
    ]);
    const unknown = await api.post(
      `${group['@id']}/invite`,
      { memberPairs: [`/api/v1/pairs/${crypto.randomUUID()}`] },
      alice.token,
    );
    expect(unknown.status).toBe(422);
    expect(api.mails).toHaveLength(mailed + 1);
  });

  it('happens to those who are no longer guests of the group', async () => {
    const { body: group } = await api.post(
      'groups',
      { name: 'Fewer', guests: ['stays@example.com', 'goes@example.com'] },
      alice.token,
    );
    await api.post(`${group['@id']}/invite`, '', alice.token);
    api.events.length = 0;
    await api.patch(group['@id'], { guests: ['stays@example.com'] }, alice.token);
    const revoked = await api.get(`guest_links?group=${group['@id']}&state=REVOKED`, alice.token);
    expect(revoked.body['hydra:member']).toMatchObject([{ mail: 'goes@example.com' }]);
    expect(api.events).toContainEqual({
      type: 'tokens-revoked',
      partyKey: `guest:${firstOf(revoked).id}`,
      familyId: null,
    });
  });

  it('comes with the deletion of whom the link calls', async () => {
    const leaver = await api.makeUser({ mail: 'leaver@example.com', customerId: home });
    const { body } = await api.post('guest_links', {}, leaver.token);
    await api.delete(`users/${leaver.id}`, manager);
    expect(api.events).toContainEqual({
      type: 'tokens-revoked',
      partyKey: `guest:${body.id}`,
      familyId: null,
    });
    expect((await check(tokenOf(body.url))).body).toMatchObject({ code: 'guest-link-unknown' });
  });
});

it('follows its owner to another customer, out of sight of the managers of the former', async () => {
  const mover = await api.makeUser({ mail: 'mover@example.com', customerId: home });
  const direct = await api.post('guest_links', {}, mover.token);
  const group = iri('groups', await api.makeGroup(mover.id, 'Moving'));
  const ofGroup = await api.post('guest_links', { group }, mover.token);
  const away = await api.makeCustomer('away');
  await api.db.updateTable('users').set({ customer_id: away }).where('id', '=', mover.id).execute();
  for (const { body } of [direct, ofGroup]) {
    expect((await api.get(body['@id'], manager)).status).toBe(404);
    expect((await api.get(body['@id'], mover.token)).status).toBe(200);
  }
});

it('checking made-up tokens is limited for an address', async () => {
  const unknown = await check('q83vEjRWeJC7zN3u_wARIjNEVWZ3iJmqu8zd7v8AESI');
  expect(unknown).toMatchObject({ status: 404, body: { code: 'guest-link-unknown' } });
  const counted = await api.db.selectFrom('rate_limits').selectAll().execute();
  expect(counted.some(({ count }) => count > 0)).toBe(true);
});
