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
