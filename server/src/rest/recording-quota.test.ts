import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { insertRecording, insertRecordingFile } from '#server/testing/rows.ts';
import { setUpTestApi } from './testing/test-api.ts';

const GB = 1_000_000_000;

const api = setUpTestApi();
let customer: CustomerId;
let user: UserId;
let manager: string;
let admin: string;

beforeAll(async () => {
  customer = await api.makeCustomer('one');
  ({ id: user } = await api.makeUser({ mail: 'user@example.com', customerId: customer }));
  ({ token: manager } = await api.makeUser({
    mail: 'boss@example.com',
    customerId: customer,
    manages: [customer],
  }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

const set = (recordingQuotaGb: number | null, token: string) =>
  api.patch(`customers/${customer}`, { recordingQuotaGb }, token);
const use = async () => {
  const { bytes, quotaBytes } = (await api.get(`customers/${customer}/recording_use`, manager)).body;
  return { bytes, quotaBytes };
};

describe('the room for recordings of a customer', () => {
  it('is set by an administrator alone, and left as it is by managers', async () => {
    expect((await set(3, admin)).body.recordingQuotaGb).toBe(3);
    expect((await set(4, manager)).status).toBe(403);
    // Left out, as a whole that is sent may leave it out.
    expect((await set(null, manager)).body.recordingQuotaGb).toBe(3);
    // What they have read and send back is no change.
    expect((await set(3, manager)).status).toBe(200);
    expect((await api.patch(`customers/${customer}`, { name: 'two' }, manager)).body).toMatchObject({
      name: 'two',
      recordingQuotaGb: 3,
    });
    const whole = { name: 'three', mail: 'three@example.com' };
    expect((await api.put(`customers/${customer}`, whole, manager)).body.recordingQuotaGb).toBe(3);
    for (const wrong of [-1, 1.5, 1_000_001])
      expect((await set(wrong, admin)).body.violations).toMatchObject([{ propertyPath: 'recordingQuotaGb' }]);
  });

  it('is used by recordings and their films, and keeps new films out when it is used up', async () => {
    const { id } = await insertRecording(
      api.db,
      { customerId: customer, userId: user },
      { state: 'ready', bytes: 2 * GB },
    );
    await insertRecordingFile(api.db, id);
    await insertRecording(
      api.db,
      { customerId: await api.makeCustomer('other'), userId: user },
      { bytes: 9 * GB },
    );
    expect(await use()).toEqual({ bytes: 2 * GB, quotaBytes: 3 * GB });
    const make = (format: string) => api.post(`recordings/${id}/films`, { format }, manager);
    expect((await make('grid')).status).toBe(202);
    await api.db
      .updateTable('recording_films')
      .set({ state: 'ready', bytes: 1 * GB, media_type: 'video/mp4', sha256: 'a', duration_ms: 1 })
      .where('recording_id', '=', id)
      .execute();
    expect(await use()).toEqual({ bytes: 3 * GB, quotaBytes: 3 * GB });
    expect(await make('sound')).toMatchObject({ status: 409, body: { code: 'recording-quota' } });
    expect((await api.get(`recordings/${id}`, manager)).body.films).toHaveLength(1);
    // One that is there already is no other film.
    expect((await make('grid')).status).toBe(202);
    await set(null, admin);
    expect((await make('sound')).status).toBe(202);
    expect(await use()).toEqual({ bytes: 3 * GB, quotaBytes: null });
  });
});
