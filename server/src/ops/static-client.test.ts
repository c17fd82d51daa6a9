import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CannotStart } from '#server/cannot-start.ts';
import { readConfig } from '#server/config.ts';
import { checkClientFolder } from './static-client.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-static-client-'));
});
afterEach(() => rm(folder, { recursive: true }));

const check = (variables: Readonly<Record<string, string>>) =>
  checkClientFolder(readConfig({ DATABASE_URL: 'postgres://localhost/hibiki', ...variables }));

it('refuses a CLIENT_DIR without the client, and names it', async () => {
  for (const wrong of [folder, join(folder, 'not-there')]) {
    const refusal = await check({ CLIENT_DIR: wrong }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CannotStart);
    expect(String(refusal)).toContain(`CLIENT_DIR: there is no index.html in ${wrong}`);
  }
  await writeFile(join(folder, 'index.html'), '');
  await check({ CLIENT_DIR: folder });
});

it('without a CLIENT_DIR waits for the client to be built', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://localhost/hibiki' });
  expect(config.clientFolder).toBe(join(process.cwd(), 'dist/client'));
  await checkClientFolder({ ...config, clientFolder: folder });
});
