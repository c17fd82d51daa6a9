import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestBroker } from '#platform/bus/testing/test-broker.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, GroupId } from '#protocol/ids.ts';
import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { People, type Person } from '#server/testing/people.ts';
import { type ServerProcess, startServerProcess, TEST_SECRET } from '#server/testing/server-process.ts';
import type { TestSignalClient } from '#server/testing/signal-client.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { compared } from './statistics.ts';
import { timed } from './timed.ts';

const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? 120) * 1_000;
/** Longer than servers and nodes take to give up silent ones. */
const AFTERMATH_MS = 30_000;
/** Shorter than the time after which a silent socket is closed. */
const PING_MS = 5_000;
/** Of each kind. */
const CALLS = 6;
const ROUNDS = 20;
const WAIT = { timeout: 60_000 };

const target = (groupId: GroupId) => ({ target: { kind: 'group', groupId } }) as const;
const CANDIDATE = { kind: 'candidate', candidate: null } as const;

interface DirectCall {
  readonly callId: CallId;
  readonly caller: TestSignalClient;
  readonly callee: TestSignalClient;
}

async function startMediaNode(natsUrl: string, folder: string): Promise<ChildProcess> {
  return spawn(process.execPath, [join(import.meta.dirname, '../sfu/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NATS_URL: natsUrl,
      SFU_WORKERS: '1',
      RECORDING_FOLDER: folder,
      RECORDING_MIN_FREE_MB: '0',
      MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Waits, and keeps the clients' sessions alive. */
async function outlast(ms: number, clients: readonly TestSignalClient[]): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    await Promise.all(clients.map((client) => client.request('session.ping', {})));
    await sleep(Math.min(PING_MS, left));
  }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'carried out',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Calls over two servers, with the clients in them. */
class Calls {
  readonly direct: DirectCall[] = [];
  readonly groups: { readonly groupId: GroupId; readonly members: readonly TestSignalClient[] }[] = [];
  readonly #db: Db;
  readonly #people: People;
  readonly #near: ServerProcess;
  readonly #far: ServerProcess;

  constructor(db: Db, people: People, near: ServerProcess, far: ServerProcess) {
    this.#db = db;
    this.#people = people;
    this.#near = near;
    this.#far = far;
  }

  get all(): readonly TestSignalClient[] {
    return [
      ...this.direct.flatMap(({ caller, callee }) => [caller, callee]),
      ...this.groups.flatMap(({ members }) => members),
    ];
  }

  async begin(): Promise<Person> {
    const customer = await this.#people.customer();
    const late = await this.#people.user('Late', customer);
    for (let count = 0; count < CALLS; count++) {
      const [hana, ken] = [
        await this.#people.user('Hana', customer),
        await this.#people.user('Ken', customer),
      ];
      const groupId = await this.#people.group(hana, [ken, late]);
      const { id: pairId } = await this.#db
        .selectFrom('pairs')
        .where('target_user_id', '=', ken.id)
        .select('id')
        .executeTakeFirstOrThrow();
      const [caller, callee] = [await this.#near.enter(hana), await this.#far.enter(ken)];
      const { callId } = await eventually(async () => {
        const invited = await caller.request('directCall.invite', { pairId });
        await callee.notice('directCall.rang', (rang) => rang.callId === invited.callId);
        return invited;
      }, WAIT);
      await callee.request('directCall.accept', { callId });
      this.direct.push({ callId, caller, callee });
      const members = [await this.#near.enter(hana), await this.#far.enter(ken)];
      for (const member of members) await member.request('groupCall.join', target(groupId));
      this.groups.push({ groupId, members });
    }
    return late;
  }

  /** Number of notices about ended calls and lost rooms. */
  get losses(): number {
    const names = [
      'groupCall.rebuildNeeded',
      'groupCall.memberLeft',
      'groupCall.ended',
      'directCall.ended',
    ] as const;
    return this.all.flatMap((client) => names.flatMap((name) => client.noticesOf(name))).length;
  }

  async leases(): Promise<string> {
    const rows = await this.#db
      .selectFrom('room_leases')
      .orderBy('room_id')
      .select(['room_id', 'node_id', 'fence'])
      .execute();
    return JSON.stringify(rows);
  }

  /** From one server to the other, and to the browser there. */
  async messages(): Promise<number[]> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { caller, callee, callId } = this.direct[round % CALLS] ?? fail();
      const from = callee.frames.length;
      const { ms } = await timed(async () => {
        await caller.request('directCall.signal', { callId, message: CANDIDATE });
        await callee.notice('directCall.signalled', () => true, from);
      });
      times.push(ms);
    }
    return times;
  }

  async joins(late: TestSignalClient): Promise<number[]> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { groupId } = this.groups[round % CALLS] ?? fail();
      times.push((await timed(() => late.request('groupCall.join', target(groupId)))).ms);
      await late.request('groupCall.leave', {});
    }
    return times;
  }
}

const fail = (): never => {
  throw new Error('no call');
};

async function measure(
  {
    db,
    natsPort,
    restartBroker,
  }: { readonly db: Db; readonly natsPort: number; readonly restartBroker: Restart },
  servers: readonly [ServerProcess, ServerProcess],
  progress: (line: string) => void,
): Promise<Report> {
  const [near, far] = servers;
  const people = await People.create(db, TEST_SECRET);
  const calls = new Calls(db, people, near, far);
  const latecomer = await calls.begin();
  const signedOut = await people.user('Signed out', latecomer.customerId);
  const signedOutThere = await far.enter(signedOut);
  const late = await far.enter(latecomer);
  const [messagesBefore, joinsBefore] = [await calls.messages(), await calls.joins(late)];
  // Both members of a group are notified of each latecomer that leaves.
  const ownLeaves = 2 * ROUNDS;
  await eventually(() => {
    if (calls.losses !== ownLeaves) throw new Error(`${calls.losses} losses before the outage`);
  });
  const leases = await calls.leases();
  const everybody = [...calls.all, late, signedOutThere];

  progress(
    `${CALLS} 1-to-1 and ${CALLS} group calls over two servers; NATS (port ${natsPort}) stops for ${OUTAGE_MS / 1000} s`,
  );
  await restartBroker.stop();
  await outlast(OUTAGE_MS / 2, everybody);
  await db
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('family_id', '=', signedOut.familyId)
    .execute();
  const [first] = calls.groups;
  const refused = await codeOf(late.request('groupCall.join', target(first?.groupId ?? fail())));
  progress(`a join meanwhile: ${refused}`);
  await outlast(OUTAGE_MS / 2, everybody);
  const during = calls.losses - ownLeaves;
  progress(`heard of ended calls or lost rooms during the outage: ${during}`);

  await restartBroker.start();
  const backAt = performance.now();
  const since = () => Math.round(performance.now() - backAt);
  const closed = signedOutThere.closed.then((code) => ({ code, afterMs: since() }));
  for (const { url } of servers) {
    await eventually(async () => {
      if (!(await fetch(`${url}/readyz`)).ok) throw new Error('not ready');
    }, WAIT);
  }
  progress(`both servers ready ${since()} ms after NATS was back`);
  const ended = await Promise.race([closed, sleep(AFTERMATH_MS, null)]);
  progress(
    ended
      ? `the user who was signed out meanwhile: closed ${ended.code} after ${ended.afterMs} ms`
      : 'no one signed out',
  );
  await outlast(AFTERMATH_MS, [...calls.all, late]);
  const after = calls.losses - ownLeaves - during;
  progress(`heard of ended calls or lost rooms in the ${AFTERMATH_MS / 1000} s after it: ${after}`);
  const same = (await calls.leases()) === leases;
  progress(`rooms are on the nodes where they were: ${same}`);
  const rows = [
    compared('message of a 1-to-1 call over two servers', await calls.messages(), 'before', messagesBefore),
    compared('join of a group call', await calls.joins(late), 'before', joinsBefore),
  ];
  const missed = [
    ...(during + after > 0 ? [`${during + after} notices of ended calls or lost rooms`] : []),
    ...(same ? [] : ['rooms have moved']),
    ...(refused === 'bus-unavailable' ? [] : [`a join meanwhile: ${refused}`]),
    ...(ended?.code === 4001 ? [] : ['a session that was signed out goes on']),
  ];
  return { unit: 'ms', rows, invalid: [], missed };
}

interface Restart {
  stop(): Promise<void>;
  start(): Promise<void>;
}

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'hibiki-bus-outage-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startEphemeralDatabase();
  owned.defer(() => database.stop());
  const db = openDatabase({ url: database.url });
  owned.defer(() => db.destroy());
  let broker = await startTestBroker();
  owned.defer(() => broker.stop());
  const { url: natsUrl, port } = broker;
  for (const name of ['one', 'two']) {
    const node = await startMediaNode(natsUrl, join(folder, name));
    owned.defer(() => end(node));
  }
  const start = async () => {
    const server = await startServerProcess({ DATABASE_URL: database.url, NATS_URL: natsUrl });
    owned.defer(() => server.stop());
    return server;
  };
  const servers = [await start(), await start()] as const;
  const restartBroker = {
    stop: () => broker.stop(),
    async start() {
      broker = await startTestBroker({ port });
    },
  };
  return await measure({ db, natsPort: port, restartBroker }, servers, progress);
}

export const busOutage: Benchmark = {
  name: 'bus-outage',
  measures:
    'what a time without NATS does to calls over two servers and two media nodes, and what they are like afterwards',
  goal: 'no call ends and no room moves; a user who was signed out meanwhile is out',
  run,
};
