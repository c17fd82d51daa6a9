import type { Benchmark, Report, Row } from './benchmark.ts';
import { cpuNs } from './cpu.ts';
import { everyFrame } from './every-frame.ts';
import { publishedMedia } from './published-media.ts';
import { startFfmpegRecorder } from './rec-ffmpeg.ts';
import { startOwnRecorder } from './rec-ours.ts';
import type { StartRecorder } from './recorder.ts';
import { compared } from './statistics.ts';

const MEMBERS = 6;
const ROUNDS = 5;
/** The warm-up is longer than a recording collects before its files are open, and than V8 takes to optimize. */
const frames = { warmUp: 240, measured: 300 };
/** Above that share of a core the generator measures itself. */
const MAX_GENERATOR_LOAD = 0.7;
/** At least this share of the sent bytes must be in the files. A container adds few bytes. */
const MIN_KEPT = 0.98;
/** Goal, in % of a core for each member. */
const MAX_SHARE = 0.7;

interface Sample {
  /** What the recording of a member adds, in % of a core. */
  readonly share: number;
  /** The part of it that falls to the thread which does the signalling. */
  readonly signallingShare: number;
  /** Bytes in files ÷ bytes of media sent. */
  readonly kept: number;
  readonly generatorLoad: number;
}

export const recCost: Benchmark = {
  name: 'rec-cost',
  measures: 'what recording a member takes',
  goal: `at most ${MAX_SHARE} % of a core, and 1.0 × ffmpeg -c copy`,
  run,
};

async function run(progress: (line: string) => void): Promise<Report> {
  const ours: Sample[] = [];
  const ffmpeg: Sample[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    ours.push(await measure(startOwnRecorder));
    ffmpeg.push(await measure(startFfmpegRecorder));
    progress(`round ${round}: ours ${describe(ours.at(-1))}, ffmpeg ${describe(ffmpeg.at(-1))}`);
  }
  const shares = ours.map(({ share }) => share);
  const signalling = ours.map(({ signallingShare }) => signallingShare);
  const rows: Row[] = [
    compared(
      'in all',
      shares,
      'ffmpeg -c copy',
      ffmpeg.map(({ share }) => share),
    ),
    compared('on the thread that also does the signalling', signalling, 'in all', shares),
  ];
  const invalid: string[] = [];
  const all = [...ours, ...ffmpeg];
  const worstLoad = Math.max(...all.map(({ generatorLoad }) => generatorLoad));
  const leastKept = Math.min(...all.map(({ kept }) => kept));
  if (worstLoad > MAX_GENERATOR_LOAD) invalid.push(`the load generator took ${percent(worstLoad)} of a core`);
  if (leastKept < MIN_KEPT) invalid.push(`only ${percent(leastKept)} of the media is in the files`);
  const median = rows[0]?.ours.median ?? Number.NaN;
  const missed = median > MAX_SHARE ? [`${median.toFixed(2)} % of a core for each member`] : [];
  return { unit: '% of a core a member', rows, invalid, missed };
}

/** The cost of a call of which nobody receives anything, without a recording and then with one. */
async function measure(start: StartRecorder): Promise<Sample> {
  const recorder = await start(MEMBERS);
  try {
    const media = recorder.members.map(({ track, ...ssrcs }) => ({ track, next: publishedMedia(ssrcs) }));
    let sentBytes = 0;
    const publish = (count: number) =>
      everyFrame(count, () => {
        for (const { track, next } of media) {
          for (const { packet, mediaBytes } of next()) {
            track.sendMessageBinary(packet);
            sentBytes += mediaBytes;
          }
        }
      });
    const timed = async () => {
      const pids = recorder.pids();
      const before = {
        at: performance.now(),
        all: await cpuNs(pids),
        signalling: await cpuNs([recorder.signallingPid], 'main-thread'),
        generator: await cpuNs([process.pid]),
      };
      await publish(frames.measured);
      const elapsedNs = (performance.now() - before.at) * 1e6;
      return {
        all: ((await cpuNs(pids)) - before.all) / elapsedNs,
        signalling: ((await cpuNs([recorder.signallingPid], 'main-thread')) - before.signalling) / elapsedNs,
        generator: ((await cpuNs([process.pid])) - before.generator) / elapsedNs,
      };
    };
    await publish(frames.warmUp);
    const without = await timed();
    await recorder.record(() => publish(1));
    sentBytes = 0;
    await publish(frames.warmUp);
    const withIt = await timed();
    const sent = sentBytes;
    const share = (now: number, before: number) => ((now - before) / MEMBERS) * 100;
    return {
      share: share(withIt.all, without.all),
      signallingShare: share(withIt.signalling, without.signalling),
      kept: (await recorder.keptBytes(() => publish(1))) / sent,
      generatorLoad: Math.max(without.generator, withIt.generator),
    };
  } finally {
    await recorder.stop();
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const describe = (sample: Sample | undefined): string =>
  sample
    ? `${sample.share.toFixed(2)} % (${sample.signallingShare.toFixed(2)} % on the signalling thread, ${percent(sample.kept)} kept, generator ${percent(sample.generatorLoad)})`
    : 'nothing';
