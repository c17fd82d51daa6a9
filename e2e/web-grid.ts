import { launchBrowser, openPage, signIn } from './support/browser.ts';
import { joinGroup } from './support/calls.ts';
import { type Extra, guestLinkToken, joinAsExtra } from './support/crowd.ts';
import { drawFilm } from './support/drawn-film.ts';
import { type Watched, watchGrid } from './support/grid-watch.ts';
import { readProcessorUse, usedBetween } from './support/processor-use.ts';
import { receivesVideos } from './support/received.ts';
import { startSystem } from './support/system.ts';

/**
 * `node e2e/web-grid.ts [seconds] [rounds]`: how smoothly Chromium shows a group call of 4, 9 and 16 videos in a grid. The
 * senders are no browsers: they send films that were encoded before, so that all that Chromium has to do is to decode
 * and draw. Everything runs on this one machine, without a GPU. Ends with 1 where a count is not smooth, or where a
 * round proves nothing.
 */
const SECONDS = Number(process.argv[2] ?? 15);
const ROUNDS = Number(process.argv[3] ?? 3);
const COUNTS = [4, 9, 16] as const;
const HUES = [200, 30, 130, 280] as const;
/** What people call smooth: nearly all pictures, no moment without one, a page that answers at once. */
const SMOOTH = { drawn: 0.95, gapMs: 250, taskMs: 50 } as const;
/** A round is valid where the senders kept time, all has arrived, and nobody else wanted the machine. */
const VALID = { sendersPercent: 70, arrived: 0.999, othersPercent: 25 } as const;

const write = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Round extends Watched {
  readonly use: ReturnType<typeof usedBetween>;
}

/** Drawn a second of the tile of which the fewest were. */
const worstOf = ({ tiles, seconds }: Round): number => Math.min(...tiles.map(({ drawn }) => drawn / seconds));

const whyInvalid = ({ arrived, use }: Round): readonly string[] => [
  ...(use.senders > VALID.sendersPercent
    ? [`the senders took ${use.senders.toFixed(0)} % of their core`]
    : []),
  ...(arrived < VALID.arrived ? [`only ${(100 * arrived).toFixed(2)} % arrived`] : []),
  ...(use.others > VALID.othersPercent ? [`others took ${use.others.toFixed(0)} % of a core`] : []),
];

const whyRough = (round: Round, fps: number): readonly string[] => [
  ...(worstOf(round) < SMOOTH.drawn * fps
    ? [`one was drawn only ${worstOf(round).toFixed(1)} times a second`]
    : []),
  ...(Math.max(...round.tiles.map(({ longestGapMs }) => longestGapMs)) > SMOOTH.gapMs
    ? ['one stood still for longer than a quarter of a second']
    : []),
  ...(round.longestTaskMs > SMOOTH.taskMs ? [`the page was busy for ${round.longestTaskMs} ms`] : []),
];

const system = await startSystem({ name: 'web-grid' });
const browser = await launchBrowser();
let failed = false;
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
  const fps = films[0]?.framesPerSecond ?? 0;
  write(`Medians of ${ROUNDS} rounds of ${SECONDS} s; ${fps} pictures a second are sent of each.`);
  write(
    'videos  at         drawn a second (the worst)  longest gap  dropped  page frames/s  long tasks  browser + senders + system + others, % of a core',
  );
  for (const count of COUNTS) {
    while (extras.length < count) {
      const film = films[extras.length % films.length];
      if (!film) throw new Error('There is no film');
      extras.push(await joinAsExtra(system, token, `Person ${extras.length + 1}`, film));
    }
    // Oneself stands last: beside sixteen others on a page of its own.
    await receivesVideos(page, count);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = await readProcessorUse();
      const watched = await watchGrid(page, SECONDS);
      rounds.push({ ...watched, use: usedBetween(before, await readProcessorUse()) });
    }
    const of = (value: (round: Round) => number) => median(rounds.map(value));
    const drawn = of(({ tiles, seconds }) => median(tiles.map((tile) => tile.drawn / seconds)));
    const worst = of(worstOf);
    const [tile] = rounds[0]?.tiles ?? [];
    const percent = (value: number) => value.toFixed(0);
    write(
      [
        `${count}`.padEnd(6),
        `${tile?.width} × ${tile?.height}`.padEnd(9),
        `${drawn.toFixed(1)} (${worst.toFixed(1)})`.padEnd(26),
        `${percent(of(({ tiles }) => Math.max(...tiles.map(({ longestGapMs }) => longestGapMs))))} ms`.padEnd(
          11,
        ),
        `${of(({ tiles }) => tiles.reduce((sum, { dropped }) => sum + dropped, 0))}`.padEnd(7),
        of(({ animationFrames, seconds }) => animationFrames / seconds)
          .toFixed(1)
          .padEnd(13),
        `${of(({ longTasks }) => longTasks)} (${of(({ longestTaskMs }) => longestTaskMs)} ms)`.padEnd(10),
        (['browser', 'senders', 'system', 'others'] as const)
          .map((who) => percent(of(({ use }) => use[who])))
          .join(' + '),
      ].join('  '),
    );
    for (const why of rounds.flatMap(whyInvalid)) write(`   INVALID: ${why}`);
    for (const why of rounds.flatMap((round) => whyRough(round, fps))) write(`   NOT SMOOTH: ${why}`);
    failed ||= rounds.some((round) => whyInvalid(round).length + whyRough(round, fps).length > 0);
  }
  for (const extra of extras) extra.leave();
} finally {
  await browser.close();
  await system.stop();
}
process.exit(failed ? 1 : 0);
