import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { startDatabase } from './embedded-database.ts';
import { tryCommand } from './run-command.ts';
import { mountSmallDisk, type SmallDisk } from './testing/small-disk.ts';

/** PostgreSQL itself takes about 60 MiB. */
const ENOUGH_MIB = 300;

let disk: SmallDisk | undefined;
beforeEach(async () => {
  disk = await mountSmallDisk(ENOUGH_MIB);
});
afterEach(() => disk?.unmount());

/** A command as an operator types it. */
async function run(dataFolder: string, command: string, argument: string) {
  const program = join(import.meta.dirname, `${command}.ts`);
  const { code, output } = await tryCommand(process.execPath, [program, argument], {
    environment: { ...process.env, DATABASE_URL: '', DATA_DIR: dataFolder },
  });
  return { code, said: output };
}

it('says in one line that a running database has no space, without a stack', async ({ skip }) => {
  const { folder, fill } = disk ?? skip('no rights to mount a small disk');
  const database = await startDatabase({ folder: join(folder, 'data/postgres') });
  try {
    await migrate(database.url);
    await fill(0);
    const noSpace = /^The database cannot be used: [^\n]+: No space left on device\.\n$/;
    expect(await run(join(folder, 'data'), 'make-admin', 'admin@example.com')).toEqual({
      code: 1,
      said: expect.stringMatching(noSpace),
    });
  } finally {
    await database.stop('at-once');
  }
});

it('says that the disk of a database is full that cannot start for that', async ({ skip }) => {
  const { folder, fill, free } = disk ?? skip('no rights to mount a small disk');
  const data = join(folder, 'data');
  const database = await startDatabase({ folder: join(data, 'postgres') });
  await migrate(database.url);
  // The next start has to write what a shutdown would have written.
  await database.stop('at-once');
  await fill(0);
  const full = `The embedded PostgreSQL did not start: no space is left on the disk of ${data}/postgres.`;
  for (const [command, argument] of [
    ['backup', join(folder, 'kept')],
    ['make-admin', 'admin@example.com'],
  ] as const) {
    const { code, said } = await run(data, command, argument);
    expect(code).toBe(1);
    expect(said).toContain(full);
  }
  await free();
  expect(await run(data, 'make-admin', 'admin@example.com')).toMatchObject({ code: 0 });
});
