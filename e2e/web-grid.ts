import { launchBrowser, openPage, signIn } from './support/browser.ts';
import { joinGroup } from './support/calls.ts';
import { type Extra, guestLinkToken, joinAsExtra } from './support/crowd.ts';
import { drawFilm } from './support/drawn-film.ts';
import { watchGrid } from './support/grid-watch.ts';
import { readProcessorUse, usedBetween } from './support/processor-use.ts';
import { receivesVideos } from './support/received.ts';
import { startSystem } from './support/start-system.ts';

/**
 * `node e2e/web-grid.ts [rounds] [seconds]`: how Chromium shows a group call of 4, 9 and 16 videos in a grid, as JSON. The
 * senders are no browsers: they send films that were encoded before, so that all that Chromium has to do is to decode
 * and draw. Everything runs on this one machine, without a GPU. Run by `npm run bench -- web-grid`.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = Number(process.argv[3] ?? 10);
const COUNTS = [4, 9, 16] as const;
const HUES = [200, 30, 130, 280] as const;

const rounds: object[] = [];
const system = await startSystem({ name: 'web-grid' });
const browser = await launchBrowser();
try {
  const page = await openPage(browser, { url: system.url });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, system.account('alice'));
  const films = await Promise.all(HUES.map((hue) => drawFilm(page, { width: 320, height: 180, hue })));
  const token = await guestLinkToken(system);
  await joinGroup(page);
  await page.getByTestId('leave').waitFor();
  // One's own picture would cost an encoder besides.
  await page.getByRole('button', { name: 'Turn camera off' }).click();
  const extras: Extra[] = [];
  for (const count of COUNTS) {
    while (extras.length < count) {
      const film = films[extras.length % films.length];
      if (!film) throw new Error('There is no film');
      extras.push(await joinAsExtra(system, token, `Person ${extras.length + 1}`, film));
    }
    // Oneself stands last: beside sixteen others on a page of its own.
    await receivesVideos(page, count);
    for (let round = 0; round < ROUNDS; round++) {
      const before = await readProcessorUse();
      const watched = await watchGrid(page, SECONDS);
      const use = usedBetween(before, await readProcessorUse());
      rounds.push({ ...watched, count, sent: films[0]?.framesPerSecond, use });
    }
    process.stderr.write(`${count} videos: ${ROUNDS} rounds\n`);
  }
  for (const extra of extras) extra.leave();
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await browser.close();
  await system.stop();
}
process.exit(0);
