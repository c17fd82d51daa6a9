import { setTimeout as during } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Round } from '#bench/narrow-link.ts';
import { comeOnline, newContext } from './support/browser.ts';
import { joinGroup, leaveCall } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { GOOD_LINE } from './support/lossy-proxy.ts';
import { startSpeechOverLine } from './support/speech-over-line.ts';
import { onlyTurn } from './support/turn-line.ts';

/**
 * `node e2e/narrow-link.ts [rounds]` prints, as JSON, how well a member of a call of three receives the others over a narrow line, and how well
 * another member receives that one. Run by `npm run bench -- narrow-link`.
 */
const ROUNDS = Number(process.argv[2] ?? 1);
const RATES = [300, 150];
const SETTLE_MS = 15_000;
const MEASURE_MS = 20_000;
const DELAY_MS = 20;

const { line, system, browser, stop } = await startSpeechOverLine('narrow-link', { framesPerSecond: 20 });
const rounds: Round[] = [];

const enter = async (name: string, isBehindLine = false): Promise<Page> => {
  const context = await newContext(browser, { url: system.url });
  if (isBehindLine) await onlyTurn(context);
  const page = await context.newPage();
  await comeOnline(page, system.account(name));
  return page;
};

const countersOf = (page: Page) =>
  page.evaluate(async () => {
    const sum = {
      concealed: 0,
      samples: 0,
      delay: 0,
      emitted: 0,
      roundTripMs: 0,
      frames: {} as Record<string, number>,
    };
    for (const [index, connection] of window.__peerConnections.entries()) {
      if (connection.connectionState !== 'connected') continue;
      for (const stats of (await connection.getStats()).values()) {
        if (stats.type === 'inbound-rtp' && stats.kind === 'audio') {
          // Gaps that a muted member leaves are filled with silence: nothing was lost.
          sum.concealed += (stats.concealedSamples ?? 0) - (stats.silentConcealedSamples ?? 0);
          sum.samples += stats.totalSamplesReceived ?? 0;
          sum.delay += stats.jitterBufferDelay ?? 0;
          sum.emitted += stats.jitterBufferEmittedCount ?? 0;
        }
        if (stats.type === 'inbound-rtp' && stats.kind === 'video' && stats.mid !== 'probator') {
          sum.frames[`${index}:${stats.trackIdentifier}`] = stats.framesDecoded ?? 0;
        }
        if (stats.type === 'candidate-pair' && stats.nominated) {
          sum.roundTripMs = Math.max(sum.roundTripMs, 1000 * (stats.currentRoundTripTime ?? 0));
        }
      }
    }
    return sum;
  });

/** The frames of each picture that has come, looked at often, so that the longest gap is known. */
const measure = async (kbps: number | null, who: string, page: Page): Promise<void> => {
  const before = await countersOf(page);
  const last = new Map<string, { frames: number; at: number; gap: number }>();
  const beginning = performance.now();
  while (performance.now() - beginning < MEASURE_MS) {
    const { frames } = await countersOf(page);
    const at = performance.now();
    for (const [track, count] of Object.entries(frames)) {
      const known = last.get(track) ?? { frames: count, at: beginning, gap: 0 };
      const gap = Math.max(known.gap, at - known.at);
      last.set(track, { frames: count, at: count > known.frames ? at : known.at, gap });
    }
    await during(100);
  }
  const after = await countersOf(page);
  const pictures = [...last]
    .map(([track, { gap }]) => ({
      fps: (1000 * ((after.frames[track] ?? 0) - (before.frames[track] ?? 0))) / MEASURE_MS,
      gapMs: Math.round(gap),
    }))
    .sort((one, other) => other.fps - one.fps);
  const samples = after.samples - before.samples;
  const round: Round = {
    kbps,
    who,
    concealedPercent: (100 * (after.concealed - before.concealed)) / samples,
    delayMs: (1000 * (after.delay - before.delay)) / Math.max(1, after.emitted - before.emitted),
    fps: pictures.map(({ fps }) => fps),
    gapMs: pictures.map(({ gapMs }) => gapMs),
    roundTripMs: after.roundTripMs,
  };
  rounds.push(round);
  process.stderr.write(
    `${kbps ?? 'any'} kbit/s, ${who}: ${round.concealedPercent.toFixed(2)} % concealed, delay ${round.delayMs.toFixed(0)} ms, ` +
      `${round.fps.map((fps) => fps.toFixed(1)).join(' and ')} frames/s, gaps ${round.gapMs.join(' and ')} ms, ` +
      `round trip ${round.roundTripMs.toFixed(0)} ms\n`,
  );
};

/** Narrower step by step, in one call. */
async function measureCall(): Promise<void> {
  const [alice, bob, carol] = [await enter('alice', true), await enter('bob'), await enter('carol')];
  for (const page of [alice, bob, carol]) await joinGroup(page);
  // Two speak and one listens.
  await carol.getByTestId('toggle-microphone').click();
  await framesFlow(alice, 2);
  for (const kbps of [null, ...RATES]) {
    line.set({ loss: 0, delayMs: DELAY_MS, ...(kbps !== null && { kbps }) });
    await during(SETTLE_MS);
    await Promise.all([measure(kbps, 'behind the line', alice), measure(kbps, 'another member', bob)]);
  }
  line.set(GOOD_LINE);
  for (const page of [alice, bob, carol]) await leaveCall(page);
  for (const page of [alice, bob, carol]) await page.context().close();
}

try {
  for (let round = 1; round <= ROUNDS; round++) {
    await measureCall();
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
  }
  process.stdout.write(`${JSON.stringify(rounds)}\n`);
} finally {
  await stop();
}
process.exit(0);
