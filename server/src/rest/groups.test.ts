import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, RoomId, UserId } from '#protocol/ids.ts';
import { insertRoom } from '#server/testing/rows.ts';
import type { TestAccount } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();

let customerId: CustomerId;
let alice: TestAccount<UserId>;
let bob: TestAccount<UserId>;
let carol: TestAccount<UserId>;
let manager: TestAccount<UserId>;

beforeAll(async () => {
  customerId = await api.makeCustomer('acme');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Alice', customerId });
  bob = await api.makeUser({ mail: 'bob@example.com', nickname: 'Bob', customerId });
  carol = await api.makeUser({ mail: 'carol@example.com', customerId });
  manager = await api.makeUser({ mail: 'manager@example.com', customerId, manages: [customerId] });
});

describe('the groups that someone is likely to join', () => {
  it('are those called most recently', async () => {
    const me = await api.makeUser({ mail: 'sociable@example.com', customerId });
    const never = await api.makeGroup(me.id, 'never');
    const lately = await api.makeGroup(me.id, 'lately');
    await api.db
      .insertInto('connections')
      .values({
        kind: 'group',
        call_id: crypto.randomUUID(),
        customer_id: customerId,
        user_id: me.id,
        device_id: null,
        peer_id: lately,
        started_at: new Date(),
        ended_at: new Date(),
        duration_s: 0,
        end_reason: 'left',
        bytes: null,
        relayed: null,
      })
      .execute();
    const { body } = await api.get(`groups/${me.id}/availables?likelyFirst=true`, me.token);
    expect(body['hydra:member'].map(({ id }) => id)).toEqual([lately, never]);
  });
});

describe('a group', () => {
  it('is made without the read-only fields of a copy, and not with unknown ones', async () => {
    const read = { '@type': 'Group', id: alice.id, created: '2020-01-01T00:00:00Z' };
    const made = await api.post('groups', { name: 'Copy', ...read }, alice.token);
    expect(made.status).toBe(201);
    expect(made.body.id).not.toBe(read.id);
    expect(made.body.created).not.toContain('2020');
    const { status, body } = await api.post('groups', { name: 'Copy', nonsense: 1 }, alice.token);
    expect([status, body.violations]).toMatchObject([
      422,
      [{ propertyPath: 'nonsense', code: 'unknown-field' }],
    ]);
  });

  let address: string;
  let pair: string;

  beforeAll(async () => {
    pair = `/api/v1/pairs/${await api.makePair(alice.id, bob.id)}`;
  });

  it('is online while a media node that lives has its room', async () => {
    const groupId = await api.makeGroup(alice.id, 'Live');
    const online = async () => (await api.get(`groups/${groupId}`, alice.token)).body.online;
    expect(await online()).toBe(false);
    const nodeId = await insertRoom(api.db, groupId, crypto.randomUUID() as RoomId);
    expect(await online()).toBe(true);
    // Killed, and not begun again: no one has given the lease back.
    await api.db
      .updateTable('media_nodes')
      .set({ heartbeat_at: new Date(Date.now() - 61_000) })
      .where('id', '=', nodeId)
      .execute();
    expect(await online()).toBe(false);
  });

  it('has members and guests, and a label of them', async () => {
    api.events.length = 0;
    const made = await api.post(
      'groups',
      { name: 'Weekly', memberPairs: [pair], guests: ['Guest@example.com'], start: null },
      alice.token,
    );
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Weekly',
      owner: `/api/v1/users/${alice.id}`,
      ownerName: 'Alice',

      memberPairs: [pair],
      guests: ['guest@example.com'],
      guestCount: 1,
      memberLabel: 'Bob, guest@example.com',
      others: ['Bob', 'guest@example.com'],
      start: null,
      end: null,
      available: true,
      online: false,
    });
    address = made.body['@id'];
    expect(api.events).toMatchObject([{ type: 'group-changed', groupId: made.body.id }]);
    const [event] = api.events;
    expect(event?.type === 'group-changed' && [...event.parties].sort()).toEqual(
      [`user:${alice.id}`, `user:${bob.id}`].sort(),
    );
  });

  it('is seen by its members and edited by its owner', async () => {
    expect((await api.get('groups', bob.token)).body['hydra:member']).toMatchObject([
      // Bob meets Alice there, and not himself.
      { '@id': address, memberLabel: 'Bob, +1', others: ['Alice'] },
    ]);
    expect((await api.get(address, carol.token)).status).toBe(404);
    expect((await api.patch(address, { name: 'Mine' }, bob.token)).status).toBe(403);
    const pairs = await api.get(`${address}/member_pairs`, bob.token);
    expect(pairs.body['hydra:member']).toMatchObject([{ '@id': pair, mail: 'alice@example.com' }]);
    expect((await api.patch(address, { name: 'Daily' }, alice.token)).body).toMatchObject({
      name: 'Daily',
      memberPairs: [pair],
      guests: ['guest@example.com'],
    });
  });

  it('shows whether its owner is online', async () => {
    const shown = async () => (await api.get(address, bob.token)).body.ownerPresence;
    api.presence.set(`user:${alice.id}`, 'online');
    expect(await shown()).toBe('online');
    api.presence.delete(`user:${alice.id}`);
    expect(await shown()).toBe('offline');
  });

  it('is found by its owner and by its members', async () => {
    const found = async (party: string, token = alice.token) => {
      const { status, body } = await api.get(`groups?party=${party}&search=Daily`, token);
      expect(status).toBe(200);
      return body['hydra:member'].map((each) => each['@id']);
    };
    expect(await found(alice.id)).toEqual([address]);
    expect(await found(`/api/v1/users/${bob.id}`)).toEqual([address]);
    expect(await found(bob.id, bob.token)).toEqual([address]);
    expect(await found(carol.id)).toEqual([]);
    // It narrows what the asker reads, and shows nothing more.
    expect(await found(alice.id, carol.token)).toEqual([]);
  });

  it('shows members the names that the others show, and only who has approved (C7)', async () => {
    const others = await api.makeCustomer('others');
    const dora = await api.makeUser({ mail: 'dora@example.com', nickname: 'Dora', customerId: others });
    const eve = await api.makeUser({ mail: 'eve@example.com', nickname: 'Eve', customerId });
    const frank = await api.makeUser({ mail: 'frank@example.com', nickname: 'Frank', customerId });
    const grace = await api.makeUser({ mail: 'grace.h@example.com', nickname: '', customerId });
    const toDora = await api.makePair(alice.id, dora.id);
    const toEve = await api.makePair(alice.id, eve.id);
    const toFrank = await api.makePair(alice.id, frank.id, 'INVITED');
    const toGrace = await api.makePair(alice.id, grace.id);
    for (const id of [toDora, toEve]) {
      await api.patch(`pairs/${id}`, { name: 'the talkative one' }, alice.token);
    }
    const { body: group } = await api.post(
      'groups',
      { name: 'Mixed', memberPairs: [toDora, toEve, toFrank, toGrace].map((id) => `/api/v1/pairs/${id}`) },
      alice.token,
    );
    api.presence.set(`user:${eve.id}`, 'online');

    const seen = await api.get(group['@id'], dora.token);
    expect(seen.body).toMatchObject({
      memberPairs: [toDora, toEve, toGrace].map((id) => `/api/v1/pairs/${id}`),
      memberLabel: 'Dora, Eve, grace.h',
      others: ['Alice', 'Eve', 'grace.h'],
    });
    const pairs = await api.get(`${group['@id']}/member_pairs`, dora.token);
    expect(pairs.body['hydra:totalItems']).toBe(3);
    expect(pairs.body['hydra:member'].find(({ id }) => id === toGrace)).toMatchObject({
      label: 'grace.h',
      nickname: 'grace.h',
      mail: null,
    });
    expect(pairs.body['hydra:member'].find(({ id }) => id === toEve)).toMatchObject({
      peer: `/api/v1/users/${eve.id}`,
      label: 'Eve',
      nickname: 'Eve',
      name: '',
      mail: null,
      customer: null,
      presence: 'online',
    });
    for (const { text } of [seen, pairs]) expect(text).not.toMatch(/talkative|(eve|grace\.h)@|frank/i);
    // Nor do they find out by searching, filtering or sorting.
    const found = async (query: string) =>
      (await api.get(`${group['@id']}/member_pairs?${query}`, dora.token)).body['hydra:member'].map(
        ({ label }) => label,
      );
    expect(await found('search=grace')).toEqual(['grace.h']);
    expect(await found('search=EVE')).toEqual(['Eve']);
    for (const hidden of ['grace.h@', 'eve@', '@example', 'talkative']) {
      const own = hidden === '@example' ? [expect.stringContaining('alice@example.com')] : [];
      expect(await found(`search=${encodeURIComponent(hidden)}`)).toEqual(own);
    }
    expect(await found(`customer=${customerId}`)).toEqual([]);
    const byName = ['alice@example.com\n(Alice)', 'Eve', 'grace.h'];
    expect((await found('order[name]=desc')).filter((label) => byName.includes(String(label)))).toEqual([
      'grace.h',
      'Eve',
      byName[0],
    ]);
    // The owner's managers read the same as the owner.
    for (const { token } of [alice, manager]) {
      expect((await api.get(group['@id'], token)).body.memberLabel).toBe(
        'the talkative one, the talkative one, frank@example.com, grace.h@example.com',
      );
    }
    api.presence.clear();
  });

  it('tells members how many guests there are, and no mail address of them (C7)', async () => {
    const elsewhere = await api.makeCustomer('elsewhere');
    const gil = await api.makeUser({ mail: 'gil@example.com', nickname: 'Gil', customerId: elsewhere });
    const boss = await api.makeUser({
      mail: 'boss@example.com',
      nickname: 'Boss',
      customerId: elsewhere,
      manages: [elsewhere],
    });
    const pairs = [await api.makePair(alice.id, gil.id), await api.makePair(alice.id, boss.id)];
    const { body: group } = await api.post(
      'groups',
      {
        name: 'Discreet',
        memberPairs: pairs.map((id) => `/api/v1/pairs/${id}`),
        guests: ['secret@example.com', 'hidden@example.com'],
      },
      alice.token,
    );

    // The second manages members, but not the owner.
    for (const [member, other] of [
      [gil, 'Boss'],
      [boss, 'Gil'],
    ] as const) {
      const seen = { guests: [], guestCount: 2, memberLabel: 'Gil, Boss, +2', others: ['Alice', other] };
      const read = await api.get(group['@id'], member.token);
      expect(read.body).toMatchObject(seen);
      expect(read.text).not.toMatch(/secret|hidden/);
      for (const list of ['groups?search=Discreet', `groups/${member.id}/availables`]) {
        const listed = await api.get(list, member.token);
        expect(listed.body['hydra:member']).toMatchObject([seen]);
        expect(listed.text).not.toMatch(/secret|hidden/);
      }
      const links = await api.get(`guest_links?group=${group.id}`, member.token);
      expect(links.text).not.toMatch(/secret|hidden/);
    }

    for (const { token } of [alice, manager]) {
      expect((await api.get(group['@id'], token)).body).toMatchObject({
        guests: ['hidden@example.com', 'secret@example.com'],
        guestCount: 2,
        memberLabel: 'Gil, Boss, hidden@example.com, secret@example.com',
      });
    }
  });

  it('is available from its start to its end', async () => {
    const hour = 3_600_000;
    const at = (offset: number) => new Date(Date.now() + offset).toISOString();
    const availables = async () =>
      (await api.get(`groups/${bob.id}/availables`, bob.token)).body['hydra:totalItems'];
    await api.patch(address, { start: at(hour) }, alice.token);
    expect(await availables()).toBe(0);
    await api.patch(address, { start: at(-hour), end: at(hour) }, alice.token);
    expect(await availables()).toBe(1);
    const mine = await api.get(`groups?userId=${bob.id}`, bob.token);
    expect(mine.body['hydra:member']).toMatchObject([{ '@id': address, available: true }]);
    await api.patch(address, { start: at(-2 * hour), end: at(-hour) }, alice.token);
    expect(await availables()).toBe(0);
  });

  it('is available to who was added to its call, who may not read it otherwise', async () => {
    const customerId = await api.makeCustomer('additions');
    const owner = await api.makeUser({ mail: 'adds@example.com', customerId });
    const added = await api.makeUser({ mail: 'added@example.com', customerId });
    const pairId = await api.makePair(owner.id, added.id);
    const groupId = await api.makeGroup(owner.id, 'Passing');
    const available = async () =>
      (await api.get(`groups/${added.id}/availables`, added.token)).body['hydra:member'].map(({ id }) => id);
    expect(await available()).toEqual([]);
    await api.db.insertInto('call_additions').values({ group_id: groupId, pair_id: pairId }).execute();
    expect(await available()).toEqual([groupId]);
    expect((await api.get(`groups/${groupId}`, added.token)).status).toBe(404);
    await api.db.deleteFrom('pairs').where('id', '=', pairId).execute();
    expect(await available()).toEqual([]);
  });

  it.each([
    [{ name: '' }, 'name', 'group-name-required', 'The group name is required'],
    [{ start: '2026-01-02T00:00:00Z', end: '2026-01-01T00:00:00Z' }, 'end', 'end-before-start', undefined],
    [{ start: '2026-02-31T25:00:00Z' }, 'start', 'invalid', undefined],
    [{ start: '0000-12-31T23:59:59Z' }, 'start', 'invalid', undefined],
    [{ guests: ['nonsense'] }, 'guests[0]', 'mail-format', undefined],
    [{ memberPairs: ['/api/v1/users/x'] }, 'memberPairs[0]', 'invalid', undefined],
    [
      { memberPairs: ['/api/v1/pairs/00000000-0000-7000-8000-000000000000'] },
      'memberPairs[0]',
      'reference-unknown',
      undefined,
    ],
  ])('refuses %j', async (patch, propertyPath, code, message) => {
    const answer = await api.patch(address, patch, alice.token);
    expect(answer.status).toBe(422);
    expect(answer.body.violations).toMatchObject([{ propertyPath, code, ...(message && { message }) }]);
  });

  it("takes only pairs of its owner's, and tells of others' no more than of none", async () => {
    const foreign = `/api/v1/pairs/${await api.makePair(bob.id, manager.id)}`;
    const asAlice = await api.patch(address, { memberPairs: [foreign] }, alice.token);
    expect(asAlice.body.violations).toMatchObject([
      { propertyPath: 'memberPairs[0]', code: 'reference-unknown' },
    ]);
    const asManager = await api.patch(address, { memberPairs: [foreign] }, manager.token);
    expect(asManager.body.violations).toMatchObject([
      { propertyPath: 'memberPairs[0]', code: 'member-foreign' },
    ]);
  });

  it('invites members to sign in and guests by links of their own, and names who cannot be mailed', async () => {
    const device = await api.makeDevice({ number: 3, customerId });
    const devicePair = await api.makePair(alice.id, { device: device.id });
    await api.patch(
      address,
      { memberPairs: [pair, `/api/v1/pairs/${devicePair}`], start: null, end: null },
      alice.token,
    );
    api.mails.length = 0;
    const answer = await api.post(`${address}/invite`, '', alice.token);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      invited: 2,
      failures: [
        { label: device.printed, pair: `/api/v1/pairs/${devicePair}`, code: 'ERROR_GROUP_HAS_NO_EMAIL' },
      ],
    });
    const [toBob, toGuest] = api.mails;
    expect(toBob).toMatchObject({
      to: 'bob@example.com',
      lang: 'en',
      content: { guest: null, group: 'Daily' },
    });
    expect(toGuest).toMatchObject({
      to: 'guest@example.com',
      content: { guest: { linkEnds: expect.any(Date) } },
    });
    const token = /#token=(.+)$/.exec(toGuest?.content.link ?? '')?.[1] ?? '';
    expect(await api.auth.verifyGuestToken(token)).toMatchObject({ kind: 'guest', reach: { kind: 'group' } });
    await api.patch(address, { guests: [] }, alice.token);
    await expect(api.auth.verifyGuestToken(token)).rejects.toMatchObject({ code: 'guest-link-revoked' });
  });

  it('names who could not be mailed the last time, and whose address is none, and invites the others', async () => {
    const old = await api.makeUser({ mail: 'no address', nickname: 'Old', customerId });
    const oldPair = `/api/v1/pairs/${await api.makePair(alice.id, old.id)}`;
    await api.patch(
      address,
      { memberPairs: [pair, oldPair], guests: ['full@example.com', 'guest@example.com'] },
      alice.token,
    );
    await api.db
      .insertInto('mails')
      .values({
        recipient: 'Full@example.com',
        sender_id: alice.id,
        subject: '',
        text: '',
        html: '',
        sending_at: null,
        sent_at: null,
        failed_at: new Date(),
      })
      .execute();
    api.mails.length = 0;
    const { body } = await api.post(`${address}/invite`, '', alice.token);
    expect(body).toEqual({
      invited: 2,
      failures: [
        { label: 'no address', pair: oldPair, code: 'ERROR_GROUP_INVALID_EMAIL' },
        { label: 'full@example.com', pair: null, code: 'ERROR_GROUP_MAIL_ERROR' },
      ],
    });
    expect(api.mails.map((mail) => [mail.to, 'sender' in mail && mail.sender])).toEqual([
      ['bob@example.com', alice.id],
      ['full@example.com', alice.id],
      ['guest@example.com', alice.id],
    ]);
  });

  it('tells its members when it is deleted', async () => {
    api.events.length = 0;
    expect((await api.delete(address, alice.token)).status).toBe(204);
    expect((await api.delete(address, alice.token)).status).toBe(404);
    expect(api.events).toMatchObject([{ type: 'group-deleted' }]);
    expect(api.events[0]?.type === 'group-deleted' && api.events[0].parties).toContain(`user:${bob.id}`);
  });
});
