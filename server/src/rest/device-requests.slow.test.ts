import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { iri } from '#protocol/rest/field.ts';
import { makeSerial } from '#protocol/serial.ts';
import type { TestAccount, TestDevice } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const DEVICE_REQUESTS_PER_DAY = 25;

const api = setUpTestApi({}, undefined, { deviceRequestsPerDay: DEVICE_REQUESTS_PER_DAY });

let acme: CustomerId;
let stranger: TestAccount<UserId>;
let manager: TestAccount<UserId>;
let boss: TestAccount<UserId>;
let device: TestDevice;
let disabled: TestDevice;

beforeAll(async () => {
  acme = await api.makeCustomer('acme');
  const elsewhere = await api.makeCustomer('elsewhere');
  stranger = await api.makeUser({ mail: 'stranger@example.com', customerId: elsewhere });
  boss = await api.makeUser({ mail: 'boss@example.com', customerId: elsewhere, manages: [elsewhere] });
  manager = await api.makeUser({ mail: 'manager@example.com', customerId: acme, manages: [acme] });
  device = await api.makeDevice({ number: 1, customerId: acme });
  disabled = await api.makeDevice({ number: 2, customerId: acme });
  await api.patch(`devices/${device.id}`, { name: 'Reception' }, manager.token);
  await api.patch(`devices/${disabled.id}`, { state: 'DISABLED' }, manager.token);
});

const forgetCounts = () => api.db.deleteFrom('rate_limits').execute();
const ask = (serialLong: string, token = stranger.token) => api.post('pairs', { serialLong }, token);

/** Without what differs in every pair, or by what was typed. */
const shape = (body: Readonly<Record<string, unknown>>, typed: string) => {
  const { id, created: _, ...others } = body;
  const text = JSON.stringify(others).replaceAll(typed, 'TYPED');
  return JSON.parse(typeof id === 'string' ? text.replaceAll(id, 'ID') : text);
};

describe('a request to a device', () => {
  it.each([
    ['printed', (number: number) => makeSerial('TEST', number).printed],
    ['long', (number: number) => makeSerial('TEST', number).long],
  ])('answers alike whether the device exists, is disabled, or does not (%s)', async (_, serialOf) => {
    await forgetCounts();
    const user = await api.makeUser({ mail: `${crypto.randomUUID()}@example.com` });
    const answers = [];
    for (const number of [1, 2, 777]) {
      const typed = serialOf(number);
      const made = await ask(typed, user.token);
      expect(made.status).toBe(201);
      const { printed } = makeSerial('TEST', number);
      const forms = async (answer: { readonly body: Readonly<Record<string, unknown>> }) =>
        shape(shape(answer.body, typed), printed);
      const read = await api.get(made.body['@id'], user.token);
      const named = await api.patch(made.body['@id'], { name: 'Mine' }, user.token);
      const again = await ask(typed, user.token);
      const approved = await api.post(`${made.body['@id']}/approval`, undefined, user.token);
      const group = await api.post('groups', { name: 'G', memberPairs: [made.body['@id']] }, user.token);
      const invited = await api.post(`groups/${group.body.id}/invite`, {}, user.token);
      answers.push([
        await forms(made),
        await forms(read),
        await forms(named),
        [again.status, again.body.violations],
        [approved.status, approved.body.code],
        group.body.memberLabel,
        group.body.others,
        shape(shape(invited.body, printed), made.body['@id']),
      ]);
      expect(await forms(made)).toMatchObject({ peer: null, nickname: '', state: 'INVITED' });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const list = await api.get('pairs', user.token);
    expect(JSON.stringify(list.body)).not.toContain('Reception');
    expect(JSON.stringify(list.body)).not.toContain(device.id);
  });

  it('is found by nothing that was not typed, and shows no more to those who manage the owner', async () => {
    await forgetCounts();
    await ask(device.printed);
    for (const { token } of [stranger, boss]) {
      const found = async (search: string) =>
        (await api.get(`pairs?search=${encodeURIComponent(search)}`, token)).body['hydra:totalItems'];
      expect(await found('Reception')).toBe(0);
      expect(await found(device.serial)).toBe(0);
      expect(await found(device.printed)).toBe(1);
      const all = JSON.stringify((await api.get('pairs', token)).body);
      for (const secret of ['Reception', device.id, device.serial]) expect(all).not.toContain(secret);
      const { body } = await api.get(`pairs?party=${iri('devices', device.id)}`, token);
      expect(body['hydra:totalItems']).toBe(0);
    }
  });

  it('shows who it is to the device and its managers, and to the owner once it is approved', async () => {
    await forgetCounts();
    const user = await api.makeUser({ mail: 'asker@example.com' });
    const made = await ask(device.printed, user.token);
    const path = made.body['@id'];
    expect((await api.get(path, device.token)).body).toMatchObject({ ownerName: 'asker@example.com' });
    const foundBy = async (token: string) =>
      (await api.get(`pairs?party=${iri('devices', device.id)}`, token)).text.includes(path);
    expect([await foundBy(user.token), await foundBy(device.token), await foundBy(manager.token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await api.get(path, manager.token)).body).toMatchObject({
      peer: iri('devices', device.id),
      nickname: 'Reception',
    });
    expect((await api.post(`${path}/approval`, undefined, manager.token)).status).toBe(200);
    expect((await api.get(path, user.token)).body).toMatchObject({
      peer: iri('devices', device.id),
      serialLong: device.serial,
      nickname: 'Reception',
      state: 'VERIFIED',
    });
    const found = await api.get('pairs?search=Reception', user.token);
    expect(found.body['hydra:totalItems']).toBe(1);
  });

  it('to no one is approved by no one, not even by its owner or their manager', async () => {
    await forgetCounts();
    const made = await ask('NONE00001');
    const { token: admin } = await api.makeAdmin('admin@example.com');
    for (const token of [stranger.token, boss.token, admin]) {
      const answer = await api.post(`${made.body['@id']}/approval`, undefined, token);
      expect([403, 404]).toContain(answer.status);
    }
    expect((await api.delete(made.body['@id'], stranger.token)).status).toBe(204);
  });

  it('is counted by sender and by network, but not for those who manage the device', async () => {
    await forgetCounts();
    const user = await api.makeUser({ mail: 'prober@example.com' });
    const answers: number[] = [];
    for (let number = 100; number < 110 + DEVICE_REQUESTS_PER_DAY; number += 1) {
      answers.push((await ask(makeSerial('TEST', number).printed, user.token)).status);
    }
    expect(answers.filter((status) => status === 201)).toHaveLength(DEVICE_REQUESTS_PER_DAY);
    expect(answers.at(-1)).toBe(429);
    // From the same network, as someone else.
    expect((await ask('OTHER00001')).status).toBe(429);
    expect((await ask(disabled.printed, manager.token)).status).toBe(201);
  });

  it('reaches a kiosk that has few others waiting, once from each sender', async () => {
    const kiosk = await api.makeDevice({ number: 50, customerId: acme });
    for (let sender = 0; sender < 25; sender += 1) {
      await forgetCounts();
      const { token } = await api.makeUser({ mail: `sender${sender}@example.com` });
      expect((await ask(kiosk.printed, token)).status).toBe(201);
      expect((await ask(kiosk.serial, token)).body.violations).toMatchObject([{ code: 'pair-exists' }]);
    }
    const waiting = await api.get('pairs?state=INVITED&pageSize=100', kiosk.token);
    expect(waiting.body['hydra:totalItems']).toBe(20);
  });
});

it('an invited user is shown by the mail address alone until they have approved', async () => {
  await api.makeUser({ mail: 'shy@example.com', nickname: 'Secret Name' });
  const made = await api.post('pairs', { mail: 'shy@example.com' }, stranger.token);
  expect(made.body).toMatchObject({ mail: 'shy@example.com', nickname: '', label: 'shy@example.com' });
  const found = await api.get('pairs?search=Secret', stranger.token);
  expect(found.body['hydra:totalItems']).toBe(0);
});
