import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { launchProfile } from './support/browser.ts';
import { callPair } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { changeDevice, kioskReady, openKiosk, setUpPath } from './support/kiosk.ts';
import { descendants } from './support/processes.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('a kiosk whose power fails', () => {
  const people = setUpSystem(() => ({ name: 'kiosk-power', environment: { SESSION_GRACE_SECONDS: '4' } }));
  /** What the machine keeps. */
  let profile = '';
  let running: Page | null = null;
  beforeEach(async () => {
    profile = await mkdtemp(join(tmpdir(), 'hibiki-kiosk-'));
  });
  afterEach(async () => {
    await running?.context().close();
    running = null;
    await rm(profile, { recursive: true, force: true });
  });

  /** Started as docs/kiosk.md says: it needs no touch. */
  const switchOn = async (): Promise<Page> => {
    const kiosk = await launchProfile(profile, {
      url: people.system.url,
      switches: ['--autoplay-policy=no-user-gesture-required'],
    });
    running = kiosk;
    return kiosk;
  };
  /** A browser writes some seconds later what a page keeps. */
  const kept = async (): Promise<boolean> => {
    const folder = join(profile, 'Default/Local Storage/leveldb');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
    return texts.some((text) => text.includes(people.system.device.secret));
  };
  /** Nothing of it runs any more, and nothing of it has been told. */
  const cutPower = async (kiosk: Page): Promise<void> => {
    const processes = (await descendants(process.pid)).filter(({ command }) => command.includes(profile));
    const closed = kiosk.context().waitForEvent('close');
    for (const { pid } of processes) process.kill(pid, 'SIGKILL');
    await closed;
    running = null;
  };

  test('in a call is back by itself, and answers; the other side is told, and can call again', async () => {
    const kiosk = await switchOn();
    await openKiosk(kiosk, setUpPath(people));
    await changeDevice(people, { answersByItself: true });
    await kiosk.getByText('Ready, answers automatically').waitFor();
    const alice = await people.person('alice');
    await callPair(alice, 'Reception');
    await Promise.all([framesFlow(kiosk, 1), framesFlow(alice, 1)]);
    await until('the kiosk’s sign-in is on the disk', kept);

    await cutPower(kiosk);
    await alice.getByTestId('peer-away').waitFor();
    await alice.getByTestId('call-ended').getByText('The connection to Reception was lost').waitFor();

    const again = await switchOn();
    await again.goto('/device');
    await kioskReady(again);
    await alice.getByTestId('call-again').click();
    await again.getByText(/Answering automatically in/).waitFor();
    await Promise.all([framesFlow(again, 1), framesFlow(alice, 1)]);
  });
});
