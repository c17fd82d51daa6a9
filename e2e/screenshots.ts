import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { openDatabase } from '#server/db/database.ts';
import { launchBrowser } from './support/browser.ts';
import { fillForPictures } from './support/picture-people.ts';
import { PICTURES } from './support/pictures.ts';
import { RELAXED_LIMITS } from './support/relaxed-limits.ts';
import { startSystem } from './support/start-system.ts';
import { takePicture } from './support/take-picture.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'pictures');

/** Those of these names; all if none is given. */
async function takePictures(names: readonly string[]): Promise<void> {
  if (names.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await using owned = new AsyncDisposableStack();
  const database = await startEphemeralDatabase();
  owned.defer(() => database.stop());
  const system = await startSystem({
    name: 'screenshots',
    databaseUrl: database.url,
    environment: RELAXED_LIMITS,
  });
  owned.defer(() => system.stop());
  const db = openDatabase({ url: database.url });
  owned.defer(() => db.destroy());
  const people = await fillForPictures(db, system);
  const browser = await launchBrowser();
  owned.defer(() => browser.close());
  for (const { name, shoot } of PICTURES) {
    if (names.length > 0 && !names.includes(name)) continue;
    await shoot({
      system,
      browser,
      people,
      async take(page, file) {
        const bytes = await takePicture(page, FOLDER, file);
        process.stdout.write(`${file}.webp: ${Math.ceil(bytes / 1000)} kB\n`);
      },
    });
  }
}

/**
 * `npm run screenshots -- [NAME]…`: the pictures of README and docs, all of them by default, in `docs/pictures`. The system is its
 * own, with invented people. Look at each picture before you commit it.
 */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !PICTURES.some((picture) => picture.name === name));
if (unknown.length > 0) {
  throw new Error(
    `No picture ${unknown.join(', ')}; there are ${PICTURES.map(({ name }) => name).join(', ')}`,
  );
}
await takePictures(names);
// Connections of callers without a browser would keep the process alive.
process.exit(0);
