import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SLOW, WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import { type RunningDatabase, startDatabase } from '#scripts/embedded-database.ts';
import { readJson, startTestApp, type TestApp } from './testing/test-app.ts';

let folder: string;
let database: RunningDatabase;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-restart-'));
  database = await startDatabase({ folder });
  test = await startTestApp(database.url);
});
afterAll(async () => {
  await test.close();
  await database.stop();
  await rm(folder, { recursive: true });
});

const signUp = (email: string) =>
  fetch(`${test.url}/api/v1/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, plainPassword: 'a good password' }),
  });
const mailCount = async (to: string) => {
  const answer = await fetch(`${test.url}/dev/mailbox.json?to=${to}`);
  return answer.ok ? (await readJson<unknown[]>(answer)).length : -1;
};
const waitingMails = async () => {
  const text = await (await fetch(`${test.url}/metrics`)).text();
  return text.match(/what="mails",state="waiting"\} (\d+)/)?.[1];
};

const LEVEL_INFO = 30;
const logLines = () => test.log().trim().split('\n');
const linesSince = (count: number) =>
  logLines()
    .slice(count)
    .map((line): { level: number; msg: string; req?: unknown } => JSON.parse(line));

it(
  'answers 503 while the database is away, and is well again by itself once it is back',
  async () => {
    expect((await signUp('before@example.org')).status).toBe(201);
    // Its job is done; one that runs while the database goes is rescued a minute later (mail.slow.test.ts).
    await vi.waitFor(async () => expect(await waitingMails()).toBe('0'), SLOW);

    await vi.waitFor(async () => expect((await fetch(`${test.url}/readyz`)).status).toBe(200), SLOW);
    const noticed = logLines().length;
    await database.stop();
    const refused = await signUp('during@example.org');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ '@type': 'hydra:Error', code: 'service-unavailable' });
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
    // A probe is half a second old at most.
    await vi.waitFor(async () => {
      const readiness = await fetch(`${test.url}/readyz`);
      expect(readiness.status).toBe(503);
      expect((await readJson<{ missing: string[] }>(readiness)).missing).toContain('database');
    }, SLOW);
    // What the process knows by itself is still told.
    expect(await (await fetch(`${test.url}/metrics`)).text()).toContain('hibiki_signal_sessions 0');

    const url = database.url;
    database = await startDatabase({ folder });
    expect(database.url).toBe(url);
    await vi.waitFor(async () => expect((await fetch(`${test.url}/readyz`)).status).toBe(200), SLOW);
    expect((await signUp('after@example.org')).status).toBe(201);
    expect(await mailCount('during@example.org')).toBe(0);
    expect(await mailCount('after@example.org')).toBe(1);
    // The job queue runs again, too.
    await vi.waitFor(async () => expect(await waitingMails()).toBe('0'), SLOW);

    // A request that could not be served has a line of its own; the outage has one when it begins and one when it ends.
    await vi.waitFor(
      () =>
        expect(linesSince(noticed).filter(({ level, req }) => level >= LEVEL_INFO && !req)).toEqual([
          expect.objectContaining({ msg: 'Lost: database', serverId: expect.any(String) }),
          expect.objectContaining({ msg: 'Regained: database', serverId: expect.any(String) }),
        ]),
      SLOW,
    );
  },
  4 * WAIT_LIMIT_MS,
);
