import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { removeOldRecordings } from '#server/recording/housekeeping.ts';
import { insertRecording } from '#server/testing/rows.ts';
import { setUpTestApi } from './testing/test-api.ts';

const DAY_MS = 86_400_000;
const INSTALLATION_DAYS = 30;

const api = setUpTestApi();
let short: CustomerId;
let usual: CustomerId;
let user: UserId;
let manager: string;

const recordingOf = (customerId: CustomerId, days: number, state: 'ready' | 'finishing' = 'ready') =>
  insertRecording(
    api.db,
    { customerId, userId: user },
    { name: `${days} days`, state, started_at: new Date(Date.now() - days * DAY_MS) },
  );
const setDays = (recordingKeepDays: number | null) =>
  api.patch(`customers/${short}`, { recordingKeepDays }, manager);

beforeAll(async () => {
  short = await api.makeCustomer('short');
  usual = await api.makeCustomer('usual');
  ({ id: user } = await api.makeUser({ mail: 'user@example.com', customerId: short }));
  ({ token: manager } = await api.makeUser({
    mail: 'boss@example.com',
    customerId: short,
    manages: [short, usual],
  }));
});

describe('how long recordings are kept', () => {
  it("is a setting of their customer, by default the installation's", async () => {
    expect((await api.get(`customers/${short}`, manager)).body.recordingKeepDays).toBeNull();
    const { id } = await recordingOf(short, 0);
    const keptDays = async () => {
      const { body } = await api.get(`recordings/${id}`, manager);
      return Math.round((Date.parse(String(body.expires)) - Date.parse(String(body.start))) / DAY_MS);
    };
    expect(await keptDays()).toBe(INSTALLATION_DAYS);
    expect((await setDays(7)).body.recordingKeepDays).toBe(7);
    expect(await keptDays()).toBe(7);
    for (const days of [0, 3_651, 1.5]) {
      expect((await setDays(days)).body.violations).toMatchObject([{ propertyPath: 'recordingKeepDays' }]);
    }
    expect((await setDays(null)).body.recordingKeepDays).toBeNull();
    expect(await keptDays()).toBe(INSTALLATION_DAYS);
  });

  it('is kept to, also where it was shortened or made longer', async () => {
    await api.db.deleteFrom('recordings').execute();
    await setDays(7);
    await recordingOf(short, 6);
    await recordingOf(short, 8);
    await recordingOf(short, 9, 'finishing');
    await recordingOf(usual, 8);
    await recordingOf(usual, 31);
    await removeOldRecordings(api.db, INSTALLATION_DAYS);
    const left = async () =>
      (await api.db.selectFrom('recordings').select('name').orderBy('name').execute()).map(
        ({ name }) => name,
      );
    expect(await left()).toEqual(['6 days', '8 days', '9 days']);
    await setDays(60);
    await recordingOf(short, 59);
    await removeOldRecordings(api.db, INSTALLATION_DAYS);
    expect(await left()).toEqual(['59 days', '6 days', '8 days', '9 days']);
    await setDays(null);
    await removeOldRecordings(api.db, INSTALLATION_DAYS);
    expect(await left()).toEqual(['6 days', '8 days', '9 days']);
  });
});
