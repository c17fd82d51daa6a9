import type { Benchmark, Report } from './benchmark.ts';
import { browserRounds } from './browser-rounds.ts';
import { compared } from './statistics.ts';

const SCRIPT = new URL('../e2e/answered-calls.ts', import.meta.url);
/** Of each kind of loss. */
const CALLS = Number(process.env.ANSWERED_CALLS ?? 20);
/** How long a server that is gone may go unnoticed (SPEC.md, D14). */
const NOTICED_MS = 3_000;

interface Played {
  readonly loss: string;
  readonly side: string;
  readonly lostAtMs: number;
  readonly answered: boolean;
  readonly interruptedMs: number;
  readonly trouble: string | null;
}

async function run(progress: (line: string) => void): Promise<Report> {
  const played = await browserRounds<Played>(SCRIPT, CALLS, progress);
  const rows = [...Map.groupBy(played, ({ loss }) => loss)].map(([loss, calls]) => {
    const answered = calls.filter((call) => call.answered);
    return compared(
      `${loss}: ${answered.length} answered of ${calls.length}`,
      answered.map(({ interruptedMs }) => interruptedMs),
      'a lost server is noticed (D14)',
      [NOTICED_MS],
    );
  });
  return {
    unit: 'ms until both are connected after the loss',
    rows,
    invalid: [],
    missed: played.flatMap(({ loss, side, lostAtMs, trouble }) =>
      trouble === null ? [] : [`${loss} of the ${side}'s server ${lostAtMs} ms after the answer: ${trouble}`],
    ),
  };
}

export const answeredCalls: Benchmark = {
  name: 'answered-calls',
  measures: 'what becomes of 1-to-1 calls that lose the server of one side at a random moment',
  goal: 'no answered call is lost',
  run,
};
