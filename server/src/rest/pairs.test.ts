import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
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
