import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestBroker } from '#platform/bus/testing/test-broker.ts';
import type { CallId } from '#protocol/ids.ts';
import { openDatabase } from '#server/db/database.ts';
import { People } from '#server/testing/people.ts';
import { randomChoices } from '#server/testing/random.ts';
import { type ServerProcess, startServerProcess, TEST_SECRET } from '#server/testing/server-process.ts';
import { type HeadlessPeer, openHeadlessPeer } from './headless-peer.ts';
import { installHeadlessWebRtc } from './headless-webrtc.ts';

const SERVERS = 3;
/** The call is answered, and hung up, this long after it has begun to ring, or was answered, at least and at most. */
const RINGS_MS = [150, 600] as const;
const TALKS_MS = [200, 2_500] as const;
/** Half of the losses come this close around the answer, where calls are lost most easily. */
const AROUND_MS = 200;
/** Longer than servers wait for someone whose server is gone. */
const SETTLED_WITHIN_MS = 75_000;
const POLL_MS = 20;

export type Loss = 'SIGKILL' | 'SIGTERM';

export interface AnsweredCall {
  readonly loss: Loss;
  /** Whose server is lost. */
  readonly side: 'caller' | 'callee';
  /** Milliseconds from the answer to the loss; below 0 it still rang. */
  readonly lostAtMs: number;
  readonly answered: boolean;
  /** How long the two were not connected after the loss, in milliseconds. */
  readonly interruptedMs: number;
  /** What became of a call that was answered and should have gone on; null: it went on, and both have hung up. */
  readonly trouble: string | null;
}

export interface AnsweredCallsOptions {
  /** Of an empty database, which is up to date. */
  readonly databaseUrl: string;
  /** Calls for each way to lose a server. */
  readonly calls: number;
  readonly seed: number;
  /** When servers are lost: at a random moment, or as soon as one of the two is in the call. */
  readonly moment: 'random' | 'answered';
  readonly progress?: (line: string) => void;
}

/** Calls between two peers, each of which loses the server of one side. */
export async function playAnsweredCalls({
  progress = () => {},
  ...options
}: AnsweredCallsOptions): Promise<readonly AnsweredCall[]> {
  const owned = new AsyncDisposableStack();
  owned.use(installHeadlessWebRtc());
  try {
    return await playOn(owned, { ...options, progress });
  } finally {
    await owned.disposeAsync();
  }
}

async function playOn(
  owned: AsyncDisposableStack,
  { databaseUrl, calls, seed, moment, progress }: Required<AnsweredCallsOptions>,
): Promise<readonly AnsweredCall[]> {
  const db = openDatabase({ url: databaseUrl });
  owned.defer(() => db.destroy());
  const broker = await startTestBroker();
  owned.defer(() => broker.stop());
  const people = await People.create(db, TEST_SECRET);
  const customer = await people.customer();
  let servers: readonly ServerProcess[] = [];
  owned.defer(async () => {
    for (const server of servers) await server.stop();
  });
  // 1-to-1 calls do without a media node.
  const start = () => startServerProcess({ DATABASE_URL: databaseUrl, NATS_URL: broker.url }, '/healthz');
  const { random, oneOf } = randomChoices(seed);
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least);

  const play = async (loss: Loss): Promise<AnsweredCall> => {
    while (servers.length < SERVERS) servers = [...servers, await start()];
    const [first, second, third] = servers;
    if (!first || !second || !third) throw new Error('There are too few servers');
    const gone = new Set<ServerProcess>();
    const portsOf = (order: readonly ServerProcess[]) => () =>
      order.filter((server) => !gone.has(server)).map(({ url }) => Number(new URL(url).port));
    const [hana, ken] = [await people.user('Hana', customer), await people.user('Ken', customer)];
    const pairId = await people.pair(hana, ken);
    const caller = await openHeadlessPeer(hana.token, portsOf([first, third, second]));
    const callee = await openHeadlessPeer(ken.token, portsOf([second, third, first]));
    const both = [caller, callee] as const;
    try {
      await until('both are there', async () => {
        if (both.some(({ signal }) => signal.state.phase !== 'open')) return false;
        const { states } = await caller.signal.request('presence.watch', {});
        return states.some(({ state }) => state === 'online');
      });
      const ringsMs = between(RINGS_MS);
      const talksMs = between(TALKS_MS);
      const side = oneOf(['caller', 'callee'] as const);
      const randomMs =
        random() < 0.5 ? between([-AROUND_MS, AROUND_MS]) : between([-ringsMs, talksMs + AROUND_MS]);
      caller.call.call(pairId, { camera: false });
      await until('it rings', () => stateOf(callee) === 'ringing');
      const rangAt = performance.now();
      const answerAt = rangAt + ringsMs;
      const due =
        moment === 'answered'
          ? until('it is answered', () => both.some(inCall))
          : sleep(Math.max(0, ringsMs + randomMs));
      const lost = due.then(() => {
        const server = side === 'caller' ? first : second;
        gone.add(server);
        server.child.kill(loss);
        return performance.now();
      });
      const outcome = await talk({ caller, callee, answerAt, talksMs, lost, oneOf });
      const trouble = outcome.trouble ?? (await historyTrouble(outcome.callId));
      return { loss, side, lostAtMs: Math.round((await lost) - answerAt), ...outcome, trouble };
    } finally {
      await Promise.all(both.map((peer) => peer.close()));
      for (const { child } of gone)
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      servers = servers.filter((server) => !gone.has(server));
    }
  };

  /** Both histories say the same of a call that was answered. */
  const historyTrouble = async (callId: CallId | null): Promise<string | null> => {
    if (callId === null) return null;
    let reasons: readonly string[] = [];
    const written = await until('both histories have the call', async () => {
      const rows = await db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .select('end_reason')
        .execute();
      reasons = rows.map(({ end_reason }) => end_reason);
      return reasons.length === 2;
    }).catch(() => false);
    return written && new Set(reasons).size === 1 ? null : `history: ${reasons.join(', ')}`;
  };

  const played: AnsweredCall[] = [];
  for (let index = 0; index < calls; index++) {
    for (const loss of ['SIGKILL', 'SIGTERM'] as const) {
      const call = await play(loss);
      played.push(call);
      progress(JSON.stringify(call));
    }
  }
  return played;
}

interface Talk {
  readonly caller: HeadlessPeer;
  readonly callee: HeadlessPeer;
  readonly answerAt: number;
  readonly talksMs: number;
  /** When the server was lost. */
  readonly lost: Promise<number>;
  readonly oneOf: <Value>(values: readonly Value[]) => Value;
}

/** Answers, talks, and hangs up once both are connected. */
async function talk({ caller, callee, answerAt, talksMs, lost, oneOf }: Talk) {
  const both = [caller, callee] as const;
  const connected = () => both.every((peer) => stateOf(peer) === 'connected' && linkOf(peer) === 'up');
  const over = (peer: HeadlessPeer) => ['ended', 'idle'].includes(stateOf(peer));
  const describe = () => both.map(({ seen, call }) => `${seen.join('>')} ${endOf(call)}`).join(' | ');
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  let lostAt: number | null = null;
  let connectedAt: number | null = null;
  let interruptedMs = 0;
  let hungUp = false;
  let callId: CallId | null = null;
  // Where it was never lost, waiting for it below says why.
  void lost.then(
    (at) => {
      lostAt = at;
    },
    () => {},
  );
  for (;;) {
    const now = performance.now();
    // Rung again after the loss of its server, it is answered again.
    if (stateOf(callee) === 'ringing' && now >= answerAt) callee.call.accept({ camera: false });
    const { state } = caller.call.get();
    if (state.name === 'connecting' || state.name === 'connected') callId = state.call.callId;
    const answered = both.some(inCall);
    if (connected()) {
      connectedAt ??= now;
      if (lostAt !== null && interruptedMs === 0) interruptedMs = now - lostAt;
    }
    if (!hungUp && connected() && now >= answerAt + talksMs && connectedAt !== null) {
      hungUp = true;
      oneOf(both).call.hangUp();
    }
    const isLost = answered && !hungUp && both.some(over);
    const isOver = both.every(over) && lostAt !== null;
    if (isLost || isOver || now > deadline) {
      await lost;
      const isGood = !answered || (hungUp && isOver && !isLost);
      return {
        answered,
        callId: answered ? callId : null,
        interruptedMs: Math.round(interruptedMs),
        trouble: isGood && isOver ? null : describe(),
      };
    }
    await sleep(POLL_MS);
  }
}

const inCall = ({ seen }: HeadlessPeer) => seen.includes('connecting') || seen.includes('connected');
const stateOf = ({ call }: HeadlessPeer) => call.get().state.name;
const linkOf = ({ call }: HeadlessPeer) => {
  const { state } = call.get();
  return state.name === 'connected' ? state.link : null;
};
const endOf = (call: HeadlessPeer['call']) => {
  const { state } = call.get();
  return state.name === 'ended' ? JSON.stringify(state.end) : '';
};

async function until(what: string, check: () => boolean | Promise<boolean>): Promise<true> {
  const deadline = performance.now() + 30_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}`);
    await sleep(POLL_MS);
  }
  return true;
}
