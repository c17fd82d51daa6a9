import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GroupIdSchema } from '#protocol/ids.ts';
import { SIGNAL_PATH } from '#server/signal/signal-path.ts';
import { accessToken, TestSignalClient } from '#server/testing/signal-client.ts';
import { buildClientIfStale } from './client-build.ts';
import { obtainMediaWorker } from './media-worker.ts';
import { Playground } from './testing/playground.ts';
import { mountSmallDisk, type SmallDisk } from './testing/small-disk.ts';

const START = join(import.meta.dirname, 'start.ts');
/** Enough for a first start, and less than what administrators are warned of. */
const DISK_MIB = 420;
/** Less than what the server keeps free, and enough for another start. */
const LEFT_MIB = 100;
/** At the same time. */
const ATTEMPTS = 100;

const Accounts = Type.Object({
  accounts: Type.Array(Type.Object({ mail: Type.String(), password: Type.String() })),
});
const Tokens = Type.Object({ token: Type.String(), refresh_token: Type.String() });
const Groups = Type.Object({ 'hydra:member': Type.Tuple([Type.Object({ id: GroupIdSchema })]) });

let ground: Playground;
let disk: SmallDisk | undefined;

beforeAll(async () => {
  // Where nothing is built yet, this takes its time.
  await buildClientIfStale();
  await obtainMediaWorker();
  ground = await Playground.make();
  disk = await mountSmallDisk(DISK_MIB);
}, 900_000);
afterAll(async () => {
  await ground.remove();
  await disk?.unmount();
});

const url = (path: string) => `http://localhost:${ground.port}${path}`;
const get = (path: string, token: string) =>
  fetch(url(`/api/v1/${path}`), { headers: { authorization: `Bearer ${token}` } });
const post = (path: string, body: object) =>
  fetch(url(`/api/v1/${path}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = async <Schema extends TSchema>(schema: Schema, answer: Response): Promise<Static<Schema>> =>
  Value.Parse(schema, await answer.json());

test('`npm start` refuses to write before its disk is full, and goes on once there is space', async ({
  skip,
}) => {
  const { folder, fill, free } = disk ?? skip('no rights to mount a small disk');
  const start = () => ground.run([process.execPath, START], { DATA_DIR: folder });
  const first = start();
  await ground.runs(first);
  expect(first.output()).toContain('disk of the database is filling up');

  const { accounts } = Value.Parse(
    Accounts,
    JSON.parse(await readFile(join(folder, 'demo-accounts.json'), 'utf8')),
  );
  const signIn = (name: string) => {
    const { mail = '', password = '' } = accounts.find((account) => account.mail.startsWith(name)) ?? {};
    return post('auth', { username: mail, password });
  };
  const alice = await read(Tokens, await signIn('alice'));
  const bob = await read(Tokens, await signIn('bob'));
  const [group] = (await read(Groups, await get('groups', alice.token)))['hydra:member'];
  const target = { kind: 'group', groupId: group.id } as const;
  const enter = async ({ token }: Static<typeof Tokens>) => {
    const client = new TestSignalClient(url(SIGNAL_PATH).replace('http', 'ws'));
    await client.open(accessToken(token));
    return client;
  };
  const caller = await enter(alice);
  await caller.request('groupCall.join', { target });

  await fill(LEFT_MIB);
  const isRefused = async () => (await signIn('alice')).status === 507;
  await ground.until('sign-ins are refused', isRefused);
  const attempts = await Promise.all(Array.from({ length: ATTEMPTS }, () => signIn('alice')));
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([507]));
  const latecomer = await enter(bob);
  await expect(latecomer.request('groupCall.join', { target })).rejects.toMatchObject({
    code: 'storage-full',
  });
  // The call goes on, and ends in order.
  await caller.request('groupCall.setHand', { raised: true });
  await caller.request('groupCall.leave', {});
  const renewed = await read(Tokens, await post('auth/refresh', { refresh_token: alice.refresh_token }));
  expect((await get('users/current', renewed.token)).status).toBe(200);
  const readiness = await fetch(url('/readyz'));
  expect(readiness.status).toBe(200);
  expect(await readiness.json()).toMatchObject({ disk: 'full', missing: [] });

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const second = start();
  await ground.runs(second);
  expect(await isRefused()).toBe(true);
  expect((await get('users/current', renewed.token)).status).toBe(200);
  // What others write leaves nothing at all.
  await fill(0);
  expect((await get('users/current', renewed.token)).status).toBe(200);
  expect(await isRefused()).toBe(true);

  await free();
  await ground.until('sign-ins are taken', async () => (await signIn('alice')).status === 200);
  for (const { output } of [first, second]) {
    expect(output()).toContain('disk of the database is full: new writes are refused');
  }
  expect(await readFile(join(folder, 'postgres/postgres.log'), 'utf8')).not.toContain('PANIC');
}, 400_000);
