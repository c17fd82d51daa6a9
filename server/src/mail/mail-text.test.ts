import { expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { removeMailTexts } from './mail-text.ts';

const database = setUpTestDatabase();

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const WEEK_H = 7 * 24;

it('removes the texts of mails that are not sent again, and of no other (L5)', async () => {
  const times: Readonly<Record<string, { sending_at?: Date; sent_at?: Date; failed_at?: Date }>> = {
    'sent by an older version': { sending_at: ago(3), sent_at: ago(3) },
    'failed long ago': { failed_at: ago(WEEK_H + 1) },
    'in doubt since its server died': { sending_at: ago(2) },
    'failed, may be sent again': { failed_at: ago(WEEK_H - 1) },
    'just being handed over': { sending_at: ago(0) },
    waiting: {},
  };
  await database.db
    .insertInto('mails')
    .values(
      Object.entries(times).map(([subject, row]) => ({
        recipient: 'a@example.com',
        subject,
        text: 'link',
        html: '<a>link</a>',
        ...row,
      })),
    )
    .execute();
  await removeMailTexts(database.db);
  const left = await database.db.selectFrom('mails').where('text', '<>', '').selectAll().execute();
  expect(left.map(({ subject }) => subject).sort()).toEqual([
    'failed, may be sent again',
    'just being handed over',
    'waiting',
  ]);
  expect(left.every(({ html }) => html !== '')).toBe(true);
  expect(await database.db.selectFrom('mails').select('id').execute()).toHaveLength(6);
});

it('removes more texts than one step takes', async () => {
  await database.db.deleteFrom('mails').execute();
  const mail = { recipient: 'a@example.com', subject: 's', text: 'link', html: 'link', sent_at: ago(1) };
  await database.db
    .insertInto('mails')
    .values(Array.from({ length: 1_001 }, () => mail))
    .execute();
  await removeMailTexts(database.db);
  expect(await database.db.selectFrom('mails').where('html', '<>', '').select('id').execute()).toEqual([]);
});
