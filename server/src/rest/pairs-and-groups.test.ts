import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, RoomId, UserId } from '#protocol/ids.ts';
import { insertRoom } from '#server/testing/rows.ts';
import type { TestAccount, TestDevice } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();

let customerId: CustomerId;
let alice: TestAccount<UserId>;
let bob: TestAccount<UserId>;
let carol: TestAccount<UserId>;
let manager: TestAccount<UserId>;
let kiosk: TestDevice;

beforeAll(async () => {
  customerId = await api.makeCustomer('acme');
  alice = await api.makeUser({ mail: 'alice@example.com', nickname: 'Alice', customerId });
  bob = await api.makeUser({ mail: 'bob@example.com', nickname: 'Bob', customerId });
  carol = await api.makeUser({ mail: 'carol@example.com', customerId });
  manager = await api.makeUser({ mail: 'manager@example.com', customerId, manages: [customerId] });
  kiosk = await api.makeDevice({ number: 1, customerId });
});

const lastLink = () => {
  const { searchParams } = new URL(api.mails.at(-1)?.content.link ?? '');
  return { token: searchParams.get('token') ?? '', target: searchParams.get('target') ?? '' };
};

describe('a pair with a user', () => {
  let address: string;

  it('begins as an invitation that is mailed', async () => {
    api.events.length = 0;
    const made = await api.post('pairs', { mail: 'BOB@example.com', name: 'Bobby' }, alice.token);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      owner: `/api/v1/users/${alice.id}`,
      ownerName: 'Alice',
      peer: `/api/v1/users/${bob.id}`,
      mail: 'bob@example.com',
      serialLong: null,
      serialPrinted: null,
      name: 'Bobby',
      nickname: '',
      label: 'bob@example.com\n(Bobby)',
      state: 'INVITED',
      online: false,
    });
    address = made.body['@id'];
    expect(made.body.verifyLink).toContain(made.body.id);
    expect(api.mails.at(-1)).toMatchObject({
      to: 'bob@example.com',
      content: { kind: 'pair-invitation', inviter: { nickname: 'Alice' } },
    });
    expect(api.events).toEqual([
      {
        type: 'pair-changed',
        pairId: made.body.id,
        parties: [`user:${alice.id}`, `user:${bob.id}`],
        callable: false,
      },
    ]);
  });

  it('is not available until it is approved by the link, once', async () => {
    const availables = () => api.get(`pairs/${alice.id}/availables`, alice.token);
    expect((await availables()).body['hydra:totalItems']).toBe(0);
    const link = lastLink();
    expect((await api.post('pairs/approval', { ...link, target: alice.id })).body.code).toBe(
      'approval-unknown',
    );
    expect((await api.post('pairs/approval/check', { ...link, target: alice.id })).body.code).toBe(
      'approval-unknown',
    );
    // The person who approves sees the inviter's name first.
    expect((await api.post('pairs/approval/check', link)).body).toEqual({
      kind: 'user',
      name: 'Alice',
      mail: 'alice@example.com',
    });
    const approved = await api.post('pairs/approval', link);
    expect((await api.post('pairs/approval/check', link)).body.code).toBe('approval-used');
    expect([approved.status, approved.body.state, approved.body.verifyLink]).toEqual([200, 'VERIFIED', null]);
    const again = await api.post('pairs/approval', link);
    expect([again.status, again.body.code]).toEqual([409, 'approval-used']);
    expect((await availables()).body['hydra:member']).toMatchObject([{ '@id': address }]);
  });

  it('shows each side the other, and whether it is online', async () => {
    api.presence.set(`user:${alice.id}`, 'busy');
    const seen = (await api.get(address, bob.token)).body;
    expect(seen).toMatchObject({
      peer: `/api/v1/users/${alice.id}`,
      mail: 'alice@example.com',
      nickname: 'Alice',
      // What Alice calls Bob is hers.
      name: '',
      label: 'alice@example.com\n(Alice)',
      online: true,
      presence: 'busy',
    });
  });

  it('shows a manager who is its target the target, in every list but the own ones, in the search, in files and alone', async () => {
    const boss = await api.makeUser({
      mail: 'boss@example.com',
      nickname: 'Boss',
      customerId,
      manages: [customerId],
    });
    const made = await api.post('pairs', { mail: 'boss@example.com', name: 'Chief' }, alice.token);
    await api.post('pairs/approval', lastLink());
    const labelOf = async (query: string) => {
      const { body } = await api.get(`pairs?${query}`, boss.token);
      return body['hydra:member'].find(({ id }) => id === made.body.id)?.label;
    };
    const managed = 'boss@example.com\n(Chief)';
    expect(await labelOf(`customer[]=${customerId}`)).toBe(managed);
    expect(await labelOf(`customer[]=${customerId}&search=chief`)).toBe(managed);
    expect(await labelOf(`customer[]=${customerId}&order[label]=asc`)).toBe(managed);
    expect(await labelOf(`party=${alice.id}`)).toBe(managed);
    expect(await labelOf(`owner=/api/v1/users/${alice.id}`)).toBe(managed);
    const hits = (await api.get('search?q=chief', boss.token)).body.pairs;
    expect(hits).toMatchObject([{ id: made.body.id, name: managed, detail: 'Alice' }]);
    const address = made.body['@id'];
    expect((await api.get(address, boss.token)).body).toMatchObject({ label: managed, name: 'Chief' });
    // What the owner calls the target is what the manager changes.
    const renamed = await api.patch(address, { name: '' }, boss.token);
    expect(renamed.body).toMatchObject({ name: '', label: 'boss@example.com\n(Boss)' });
    await api.patch(address, { name: 'Chief' }, boss.token);
    const members = async (query: string) => {
      const { body } = await api.get(`groups/${groupId}/member_pairs?${query}`, boss.token);
      return body['hydra:member'].map(({ label }) => label);
    };
    const group = await api.post('groups', { name: 'Bosses', memberPairs: [address] }, alice.token);
    const groupId = group.body.id;
    expect(await members(`owner=${alice.id}`)).toEqual([managed]);
    expect(await members('')).toEqual(['alice@example.com\n(Alice)']);
    await api.delete(group.body['@id'], alice.token);
    // In the manager's own lists, the other side is the owner.
    expect(await labelOf('state=VERIFIED')).toBe('alice@example.com\n(Alice)');
    expect(await labelOf(`party=${boss.id}`)).toBe('alice@example.com\n(Alice)');
    expect(await labelOf(`id=${made.body.id}`)).toBe('alice@example.com\n(Alice)');
    const callable = await api.get(`pairs/${boss.id}/availables?party=${alice.id}`, boss.token);
    expect(callable.body['hydra:member']).toMatchObject([{ label: 'alice@example.com\n(Alice)' }]);
    expect(await labelOf('search=chief')).toBeUndefined();
    expect(await labelOf('search=alice')).toBe('alice@example.com\n(Alice)');
    const file = await api.post(
      'exports',
      {
        resource: 'pairs',
        query: `customer[]=${customerId}&search=chief`,
        columns: [{ field: 'label' }, { field: 'ownerName' }],
      },
      boss.token,
    );
    expect((await api.get(file.body.url)).text).toContain('boss@example.com (Chief),Alice');
    await api.delete(made.body['@id'], alice.token);
  });

  it('shows the address of its owner to managers of the owner’s customer and to administrators, and to no one else', async () => {
    const shown = async (path: string, token: string) => {
      const { ownerName, ownerMail, ownerSerialPrinted } = (await api.get(path, token)).body;
      return { ownerName, ownerMail, ownerSerialPrinted };
    };
    const known = { ownerName: 'Alice', ownerMail: 'alice@example.com', ownerSerialPrinted: null };
    const unknown = { ...known, ownerMail: null };
    const admin = await api.makeAdmin('root@example.com');
    expect(await shown(address, manager.token)).toEqual(known);
    expect(await shown(address, admin.token)).toEqual(known);
    expect(await shown(address, alice.token)).toEqual(unknown);
    expect(await shown(address, bob.token)).toEqual(unknown);
    // The manager of an invited device reads the pair, and not the address of the stranger who invites.
    const elsewhere = await api.makeCustomer('elsewhere');
    const stranger = await api.makeUser({
      mail: 'away@example.com',
      customerId: elsewhere,
      manages: [elsewhere],
    });
    const foreign = await api.makeDevice({ number: 77, customerId: elsewhere });
    const toDevice = `pairs/${await api.makePair(alice.id, { device: foreign.id })}`;
    expect(await shown(toDevice, stranger.token)).toEqual(unknown);
    const byDevice = `pairs/${await api.makePair({ device: kiosk.id }, stranger.id)}`;
    const ofKiosk = { ownerName: kiosk.printed, ownerMail: null };
    expect(await shown(byDevice, manager.token)).toEqual({ ...ofKiosk, ownerSerialPrinted: kiosk.printed });
    expect(await shown(byDevice, stranger.token)).toEqual({ ...ofKiosk, ownerSerialPrinted: null });
    for (const path of [toDevice, byDevice]) await api.delete(path, admin.token);
  });

  it('is not made twice, from neither side', async () => {
    for (const [mail, token] of [
      ['bob@example.com', alice.token],
      ['alice@example.com', bob.token],
    ] as const) {
      const answer = await api.post('pairs', { mail }, token);
      expect(answer.body.violations).toMatchObject([{ propertyPath: 'mail', code: 'pair-exists' }]);
    }
  });

  it('is made once where both invite each other at the same time', async () => {
    const answers = await Promise.all([
      api.post('pairs', { mail: 'carol@example.com' }, bob.token),
      api.post('pairs', { mail: 'bob@example.com' }, carol.token),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('is renamed by its owner alone, and deleted by either side', async () => {
    expect((await api.patch(address, { name: 'B' }, alice.token)).body.label).toBe('bob@example.com\n(B)');
    expect((await api.patch(address, { name: 'A' }, bob.token)).status).toBe(403);
    expect((await api.patch(address, { name: 'A' }, carol.token)).status).toBe(404);
    expect((await api.delete(address, carol.token)).status).toBe(404);
    expect((await api.delete(address, bob.token)).status).toBe(204);
    expect((await api.get(address, alice.token)).status).toBe(404);
  });

  it.each([
    [{}, 'mail', 'mail-required'],
    [{ mail: 'nobody@example.com' }, 'mail', 'pair-user-unknown'],
    [{ mail: 'alice@example.com' }, 'mail', 'pair-self'],
    [{ serialLong: 'XYZ' }, 'serialLong', 'serial-invalid'],
    [{ mail: 'bob@example.com', serialLong: 'TEST00001' }, 'serialLong', 'invalid'],
  ])('is refused for %j', async (body, propertyPath, code) => {
    const answer = await api.post('pairs', body, alice.token);
    expect(answer.status).toBe(422);
    expect(answer.body.violations).toMatchObject([{ propertyPath, code }]);
  });
});

describe('whom someone is likely to call', () => {
  it('is who is online, then who is in a call, then who was called most recently', async () => {
    const me = await api.makeUser({ mail: 'busy@example.com', customerId });
    const peers: TestAccount<UserId>[] = [];
    for (const name of ['never', 'earlier', 'lately', 'talks', 'there']) {
      const peer = await api.makeUser({ mail: `${name}@example.com`, nickname: name, customerId });
      await (name === 'lately' ? api.makePair(peer.id, me.id) : api.makePair(me.id, peer.id));
      peers.push(peer);
    }
    const [, earlier, lately, talks, there] = peers;
    if (!earlier || !lately || !talks || !there) throw new Error('Everybody was made');
    for (const [peer, minute] of [
      [earlier, 1],
      [lately, 2],
    ] as const) {
      await api.db
        .insertInto('connections')
        .values({
          kind: 'direct',
          call_id: crypto.randomUUID(),
          customer_id: customerId,
          user_id: me.id,
          device_id: null,
          peer_id: peer.id,
          started_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
          ended_at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
          duration_s: 0,
          end_reason: 'hung-up',
          bytes: null,
          relayed: null,
        })
        .execute();
    }
    api.presence.set(`user:${there.id}`, 'online');
    api.presence.set(`user:${talks.id}`, 'busy');
    const path = `pairs/${me.id}/availables?likelyFirst=true`;
    const names = async (query: string) =>
      (await api.get(`${path}${query}`, me.token)).body['hydra:member'].map(({ nickname }) => nickname);
    expect(await names('')).toEqual(['there', 'talks', 'lately', 'earlier', 'never']);
    expect(await names('&pageSize=2&page=2')).toEqual(['lately', 'earlier']);
    expect(await names(`&party[]=${lately.id}&party[]=/api/v1/users/${there.id}`)).toEqual([
      'there',
      'lately',
    ]);
  });
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

describe('a pair with a device', () => {
  let address: string;

  it('is invited by its printed serial, and approved at the kiosk', async () => {
    const made = await api.post('pairs', { serialLong: kiosk.printed }, alice.token);
    address = made.body['@id'];
    expect(made.body).toMatchObject({ state: 'INVITED', serialLong: null, label: kiosk.printed });
    expect((await api.post(`${address}/approval`, undefined, alice.token)).status).toBe(403);
    expect((await api.post(`${address}/approval`, undefined, carol.token)).status).toBe(404);
    const approved = await api.request('POST', `${address}/approval`, { token: kiosk.token });
    expect([approved.status, approved.body.state]).toEqual([200, 'VERIFIED']);
    const again = await api.request('POST', `${address}/approval`, { token: kiosk.token });
    expect([again.status, again.body.code]).toEqual([409, 'approval-used']);
  });

  it("is approved by a manager of the device's customer too", async () => {
    const made = await api.post('pairs', { serialLong: kiosk.serial }, carol.token);
    const approved = await api.request('POST', `${made.body['@id']}/approval`, { token: manager.token });
    expect(approved.body.state).toBe('VERIFIED');
  });

  it('is listed for the device by serial, until the device is disabled', async () => {
    const path = `pairs/${encodeURIComponent(kiosk.serial)}/availables`;
    expect((await api.get(path, kiosk.token)).body['hydra:totalItems']).toBe(2);
    expect((await api.get(`pairs/${kiosk.printed}/availables`, manager.token)).body['hydra:totalItems']).toBe(
      2,
    );
    expect((await api.get(path, alice.token)).status).toBe(404);
    api.events.length = 0;
    const disabled = await api.patch(`devices/${kiosk.id}`, { state: 'DISABLED' }, manager.token);
    expect(disabled.body.state).toBe('DISABLED');
    expect(api.events).toContainEqual({ type: 'device-disabled', deviceId: kiosk.id });
    expect((await api.get('pairs', kiosk.token)).status).toBe(401);
    expect((await api.get(`pairs/${alice.id}/availables`, alice.token)).body['hydra:totalItems']).toBe(0);
  });

  it('a device invites a user by mail', async () => {
    const other = await api.makeDevice({ number: 2, customerId });
    const made = await api.post('pairs/register', { mail: 'bob@example.com' }, other.token);
    expect(made.body).toMatchObject({ owner: `/api/v1/devices/${other.id}`, mail: 'bob@example.com' });
    expect((await api.post('pairs/register', { mail: 'bob@example.com' }, alice.token)).status).toBe(403);
  });
});

describe('a group', () => {
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
      { '@id': address, memberLabel: 'Bob, guest@example.com', others: ['Alice', 'guest@example.com'] },
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
    const toDora = await api.makePair(alice.id, dora.id);
    const toEve = await api.makePair(alice.id, eve.id);
    const toFrank = await api.makePair(alice.id, frank.id, 'INVITED');
    for (const id of [toDora, toEve]) {
      await api.patch(`pairs/${id}`, { name: 'the talkative one' }, alice.token);
    }
    const { body: group } = await api.post(
      'groups',
      { name: 'Mixed', memberPairs: [toDora, toEve, toFrank].map((id) => `/api/v1/pairs/${id}`) },
      alice.token,
    );
    api.presence.set(`user:${eve.id}`, 'online');

    const seen = await api.get(group['@id'], dora.token);
    expect(seen.body).toMatchObject({
      memberPairs: [toDora, toEve].map((id) => `/api/v1/pairs/${id}`),
      memberLabel: 'Dora, Eve',
      others: ['Alice', 'Eve'],
    });
    const pairs = await api.get(`${group['@id']}/member_pairs`, dora.token);
    expect(pairs.body['hydra:totalItems']).toBe(2);
    expect(pairs.body['hydra:member'].find(({ id }) => id === toEve)).toMatchObject({
      peer: `/api/v1/users/${eve.id}`,
      label: 'Eve',
      nickname: 'Eve',
      name: '',
      mail: null,
      customer: null,
      presence: 'online',
    });
    for (const { text } of [seen, pairs]) expect(text).not.toMatch(/talkative|eve@example|frank/i);
    // The owner's managers read the same as the owner.
    for (const { token } of [alice, manager]) {
      expect((await api.get(group['@id'], token)).body.memberLabel).toBe(
        'the talkative one, the talkative one, frank@example.com',
      );
    }
    api.presence.clear();
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
