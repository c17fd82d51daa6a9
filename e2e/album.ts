import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountScenes } from './support/account-scenes.ts';
import { LOOKS, nameOfLook, openAlbum, type Scene, writeIndex } from './support/album.ts';
import { launchBrowser } from './support/browser.ts';
import { callScenes } from './support/call-scenes.ts';
import { fillSystem } from './support/demo-history.ts';
import { guestScenes } from './support/guest-scenes.ts';
import { kioskScenes } from './support/kiosk-scenes.ts';
import { pageScenes } from './support/page-scenes.ts';
import { startSystem } from './support/start-system.ts';
import { troubleScenes } from './support/trouble-scenes.ts';

/**
 * `npm run album -- [--to FOLDER] [--look ja-dark]… [SCENE]…`: every screen in both languages and themes at the widths of a
 * phone, a tablet and a desktop, of a system of its own with demo data, and a page that shows them all.
 * Everything to `e2e/results/album` by default.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: join(import.meta.dirname, 'results', 'album') },
    look: { type: 'string', multiple: true, default: LOOKS.map(nameOfLook) },
  },
});
// The recording of the group call is among what a user's pages list.
const all: readonly Scene[] = [
  ...callScenes,
  ...kioskScenes,
  ...accountScenes,
  ...guestScenes,
  ...troubleScenes,
  ...pageScenes,
];
const unknown = positionals.filter((name) => !all.some((scene) => scene.name === name));
if (unknown.length > 0) {
  throw new Error(`No scene ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`);
}
const scenes = positionals.length > 0 ? all.filter(({ name }) => positionals.includes(name)) : all;
const folder = values.to;

if (positionals.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const shots: string[] = [];
const failures: string[] = [];
const system = await startSystem({ name: 'album' });
try {
  await fillSystem(system);
  const browser = await launchBrowser();
  try {
    for (const look of LOOKS.filter((each) => values.look.includes(nameOfLook(each)))) {
      const album = openAlbum(folder, look, shots);
      for (const { name, shoot } of scenes) {
        try {
          await shoot({ system, browser, album });
        } catch (error) {
          // Go on with the other scenes. The end of the run lists those that failed.
          failures.push(`${nameOfLook(look)} ${name}: ${error instanceof Error ? error.message : error}`);
          for (const context of browser.contexts()) await context.close();
        }
        process.stdout.write(`${nameOfLook(look)} ${name}: ${shots.length} pictures so far\n`);
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  await writeIndex(folder, shots);
  await system.stop();
}
process.stdout.write(`Look at ${join(folder, 'index.html')}\n`);
if (failures.length > 0) throw new Error(failures.join('\n'));
// Sockets of the callers without a browser.
process.exit(0);
