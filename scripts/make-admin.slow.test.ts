import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { readJson, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { startDatabase } from './embedded-database.ts';
import { ROOT } from './paths.ts';
import { tryCommand } from './run-command.ts';
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';

const MAIL = 'admin@example.com';
const PASSWORD = 'correct horse battery';

/** An installation without demo data. */
let database: TestDatabase;
let db: Db;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  app = await startTestApp(database.url);
});
afterAll(async () => {
  await app.close();
  await db.destroy();
  await database.drop();
});

/** The command as an operator types it. */
async function admin(args: readonly string[], variables: Record<string, string> = {}) {
  const { code, output } = await tryCommand('npm', ['run', '--silent', 'admin', '--', ...args], {
    cwd: ROOT,
    environment: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: database.url,
      PUBLIC_URL: app.url,
      ...variables,
    },
  });
  return { code, said: output.trim() };
}

const post = (path: string, body: unknown) =>
  fetch(`${app.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What the page of the link sends. */
function follow(said: string, plainPassword: string) {
  const link = new URL(said.split('\n').at(-1) ?? '');
  expect(link.href).toContain(`${app.url}/manager/password/reset?`);
  const { token, target, kind } = Object.fromEntries(link.searchParams);
  expect(kind).toBe('admin');
  return post('admins/reset', { token, target, plainPassword });
}

async function signIn(password: string): Promise<string> {
  const answer = await post('auth', { username: MAIL, password });
  expect(answer.status).toBe(200);
  return (await readJson<{ token: string }>(answer)).token;
}

describe('npm run admin', () => {
  it('makes the first administrator, who sets the password by the link, once, and may make others', async () => {
    const { code, said } = await admin([MAIL]);
    expect(code).toBe(0);
    expect(said).toContain(`${MAIL} is an administrator now.`);
    expect((await follow(said, PASSWORD)).status).toBe(202);
    expect((await follow(said, 'another long password')).status).toBe(409);
    const authorization = `Bearer ${await signIn(PASSWORD)}`;
    const made = await fetch(`${app.url}/api/v1/admins`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/ld+json' },
      body: JSON.stringify({ email: 'second@example.com', plainPassword: PASSWORD }),
    });
    expect(made.status).toBe(201);
  });

  it('gives an administrator who has lost the password another link, however the address is written', async () => {
    const { code, said } = await admin([MAIL.replace('admin', 'ADMIN')]);
    expect(code).toBe(0);
    expect(said).toContain('is an administrator already.');
    expect((await follow(said, 'yet another password')).status).toBe(202);
    await signIn('yet another password');
  });

  it('stands in the audit trail as the operator, without the link', async () => {
    const { said } = await admin([MAIL]);
    const logs = await db
      .selectFrom('logs')
      .where('actor_kind', '=', 'operator')
      .selectAll()
      .orderBy('at')
      .execute();
    expect(logs.map(({ action, resource }) => [action, resource])).toEqual([
      ['create', 'admins'],
      ['make-reset-link', 'admins'],
      ['make-reset-link', 'admins'],
    ]);
    const token = new URL(said.split('\n').at(-1) ?? '').searchParams.get('token');
    expect(JSON.stringify(logs)).not.toContain(token);
  });

  it('makes one administrator of two commands at once', async () => {
    const both = await Promise.all([admin(['twice@example.com']), admin(['twice@example.com'])]);
    expect(both.map(({ said }) => / is an administrator (\w+)\./.exec(said)?.[1]).sort()).toEqual([
      'already',
      'now',
    ]);
  });

  it('leaves an address alone that an administrator may still take back', async () => {
    const { id } = await db
      .selectFrom('admins')
      .where('mail', '=', MAIL)
      .select('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('mail_changes')
      .values({
        admin_id: id,
        old_mail: 'before@example.com',
        new_mail: MAIL,
        by_owner: true,
        lang: 'en',
        undo_until: new Date(Date.now() + 86_400_000),
        confirmed_at: new Date(),
      })
      .execute();
    const { code, said } = await admin(['before@example.com']);
    expect(code).toBe(1);
    expect(said).toMatch(/^before@example\.com is taken: /);
  });

  it('says in one sentence what is wrong', async () => {
    expect(await admin([])).toEqual({ code: 2, said: 'Usage: npm run admin -- MAIL' });
    expect(await admin(['nobody'])).toEqual({ code: 1, said: '“nobody” is not a mail address.' });
    const empty = await createEmptyTestDatabase();
    expect(await admin([MAIL], { DATABASE_URL: empty.url })).toEqual({
      code: 1,
      said: 'The database has no tables yet: start the server once, then run this again.',
    });
    await empty.drop();
  });

  it('works on the database of `npm start` while that is not running', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hibiki-admin-'));
    const embedded = await startDatabase({ folder: join(dataFolder, 'postgres') });
    await migrate(embedded.url);
    await embedded.stop();
    const { said } = await admin([MAIL], { DATABASE_URL: '', DATA_DIR: dataFolder });
    expect(said).toContain(`${MAIL} is an administrator now.`);
    await rm(dataFolder, { recursive: true });
  });
});
