import { beforeAll, expect, it } from 'vitest';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let admin: string;
beforeAll(async () => {
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
});

const makeMail = (row: { readonly failed_at?: Date; readonly sending_at?: Date; readonly html?: '' }) =>
  api.db
    .insertInto('mails')
    .values({ recipient: 'to@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', ...row })
    .returning('id')
    .executeTakeFirstOrThrow();

it('sends a mail that failed again, once an administrator says so (O12)', async () => {
  const { id } = await makeMail({ failed_at: new Date() });
  const answer = await api.post(`mails/${id}/retry`, {}, admin);
  expect(answer).toMatchObject({ status: 202, body: { state: 'PENDING' } });
  const entries = await api.db.selectFrom('logs').where('resource_id', '=', id).selectAll().execute();
  expect(entries).toMatchObject([
    { action: 'retry', resource: 'mails', details: { objectName: 'to@example.com' } },
  ]);
});

it('refuses to send a mail whose text is gone', async () => {
  const { id } = await makeMail({ failed_at: new Date(), html: '' });
  const answer = await api.post(`mails/${id}/retry`, {}, admin);
  expect(answer).toMatchObject({ status: 410, body: { code: 'mail-too-old' } });
  expect((await api.get(`mails/${id}`, admin)).body.state).toBe('FAILED');
});

it('deletes a mail that failed, and no other', async () => {
  const { id } = await makeMail({ failed_at: new Date() });
  expect((await api.delete(`mails/${id}`, admin)).status).toBe(204);
  const { id: uncertain } = await makeMail({ sending_at: new Date() });
  expect((await api.delete(`mails/${uncertain}`, admin)).status).toBe(409);
  expect((await api.post(`mails/${uncertain}/retry`, {}, admin)).status).toBe(409);
});
