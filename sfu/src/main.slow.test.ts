import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { createNatsBus } from '#platform/bus/nats.ts';
import { startTestBroker, type TestBroker } from '#platform/bus/testing/test-broker.ts';
import { INVALID_SETTINGS } from '#platform/exit-code.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { SFU_NOTICES_SUBJECT, type SfuNotice, sfuSubject } from '#protocol/sfu/contract.ts';
import { workerBin } from './testing/worker-bin.ts';

const MAIN = new URL('./main.ts', import.meta.url);
const PARENT = new URL('./testing/parent-process.ts', import.meta.url);

let env: NodeJS.ProcessEnv;
const started: ChildProcess[] = [];
const buses: Bus[] = [];
const brokers: TestBroker[] = [];
beforeAll(async () => {
  env = { ...process.env, MEDIASOUP_WORKER_BIN: await workerBin(), SFU_WORKERS: '2', LOG_LEVEL: 'warn' };
});
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
  for (const broker of brokers.splice(0)) await broker.stop();
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
});

const own = <Process extends ChildProcess>(child: Process): Process => {
  started.push(child);
  return child;
};

const run = (extra: NodeJS.ProcessEnv = {}) =>
  own(fork(MAIN, { env: { ...env, ...extra }, execArgv: [], silent: true }));

function listen(bus: Bus) {
  buses.push(bus);
  const notices: SfuNotice[] = [];
  bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
  return {
    notices,
    firstHeartbeat: () =>
      vi.waitFor(() => {
        const [first] = notices;
        if (first?.notice !== 'node.heartbeat') throw new Error('nothing heard yet');
        return first.data;
      }, SLOW),
  };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const haveEnded = (pids: readonly number[]) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), SLOW);

const joinRequest = () => ({
  request: 'room.join',
  data: {
    roomId: randomUUID(),
    memberId: randomUUID(),
    fence: 1,
    party: { kind: 'user', id: randomUUID(), name: 'Member' },
    owner: false,
    capacity: 2,
  },
});

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  child.stderr?.on('data', (text) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

describe('the media node as a child of a server', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('serves over IPC and ends in order on %s', async (signal) => {
    const bus = createLocalBus();
    const { notices, firstHeartbeat } = listen(bus);
    const nodeId = randomUUID();
    const child = run({ SFU_NODE_ID: nodeId });
    linkChildBus(bus, child);
    const heartbeat = await firstHeartbeat();
    expect(heartbeat).toMatchObject({ nodeId, draining: false });
    expect(heartbeat.workers).toHaveLength(2);
    const reply = await bus.request(sfuSubject(nodeId), joinRequest(), { timeoutMs: 5_000 });
    expect(reply).toHaveProperty('routerRtpCapabilities');

    const exited = once(child, 'exit');
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    await vi.waitFor(() => expect(notices.at(-1)).toEqual({ notice: 'node.closed', data: { nodeId } }), SLOW);
    expect(notices.map(({ notice }) => notice)).not.toContain('room.lost');
    await haveEnded(heartbeat.workers.map(({ pid }) => pid));
  });

  it('takes its workers along when it is killed', async () => {
    const bus = createLocalBus();
    const { firstHeartbeat } = listen(bus);
    const child = run();
    linkChildBus(bus, child);
    const { workers } = await firstHeartbeat();
    child.kill('SIGKILL');
    await haveEnded(workers.map(({ pid }) => pid));
  });

  it('ends when its parent is killed', async () => {
    const parent = own(fork(PARENT, { env, execArgv: [], silent: true }));
    const pids: number[] = [];
    parent.on('message', (message: { pid?: number; notice?: SfuNotice }) => {
      if (message.pid) pids.push(message.pid);
      if (message.notice?.notice === 'node.heartbeat' && pids.length === 1) {
        pids.push(...message.notice.data.workers.map(({ pid }) => pid));
      }
    });
    await vi.waitFor(() => expect(pids).toHaveLength(3), SLOW);
    parent.kill('SIGKILL');
    await haveEnded(pids);
  });
});

describe('the media node of a cluster', () => {
  it('serves over NATS, and ends in order', async () => {
    const broker = await startTestBroker();
    brokers.push(broker);
    const natsUrl = broker.url;
    const bus = await createNatsBus(natsUrl);
    const { notices, firstHeartbeat } = listen(bus);
    const child = own(
      spawn(process.execPath, [MAIN.pathname], { env: { ...env, NATS_URL: natsUrl }, stdio: 'ignore' }),
    );
    const { nodeId } = await firstHeartbeat();
    const reply = await bus.request(sfuSubject(nodeId), joinRequest(), { timeoutMs: 5_000 });
    expect(reply).toHaveProperty('sendTransport');
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await vi.waitFor(() => expect(notices.at(-1)).toEqual({ notice: 'node.closed', data: { nodeId } }), SLOW);
  });
});

describe('the media node whose cluster has no bus yet', () => {
  const startWithout = (natsUrl: string) => {
    const child = own(
      spawn(process.execPath, [MAIN.pathname], {
        env: { ...env, LOG_LEVEL: 'info', NATS_URL: natsUrl },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
    });
    return { child, output: () => output };
  };

  it('says so at once, and ends in order when asked to', async () => {
    const { child, output } = startWithout('nats://127.0.0.1:1');
    await vi.waitFor(() => expect(output()).toContain('Lost: bus'), SLOW);
    await vi.waitFor(() => expect(output()).toContain('media node ready'), SLOW);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    // It would end with 1 if it had to be cut short.
    expect(await exited).toEqual([0, null]);
  });

  it('is heard once the bus is there', async () => {
    const probe = await startTestBroker();
    await probe.stop();
    const { output } = startWithout(probe.url);
    await vi.waitFor(() => expect(output()).toContain('Lost: bus'), SLOW);
    brokers.push(await startTestBroker({ port: probe.port }));
    const bus = await createNatsBus(probe.url);
    await listen(bus).firstHeartbeat();
    // What it logs comes another way than its heartbeat.
    await vi.waitFor(() => expect(output()).toContain('Regained: bus'), SLOW);
  });
});

describe('a set-up that is wrong', () => {
  it('is named, and ends the media node', async () => {
    const child = run({ SFU_RTC_PROT: '40000', SFU_WORKERS: 'many' });
    const output = await outputOf(child);
    expect(child.exitCode).toBe(INVALID_SETTINGS);
    expect(output).toContain('SFU_RTC_PROT is unknown; is SFU_RTC_PORT meant?');
    expect(output).toContain('SFU_WORKERS must be');
  });

  it('is not what the server or the set-up alone know', async () => {
    const bus = createLocalBus();
    const { firstHeartbeat } = listen(bus);
    linkChildBus(bus, run({ SMTP_URL: 'smtp://localhost', MEDIASOUP_SKIP_WORKER_PREBUILT_DOWNLOAD: '1' }));
    await firstHeartbeat();
  });

  it('of a wildcard address without an announced one is refused', async () => {
    const child = run({ SFU_LISTEN_IP: '0.0.0.0' });
    expect(await outputOf(child)).toContain('SFU_ANNOUNCED_ADDRESS');
    expect(child.exitCode).toBe(INVALID_SETTINGS);
  });

  it.each([
    ['missing', '', 'MEDIASOUP_WORKER_BIN must be set'],
    ['a folder', '/', 'MEDIASOUP_WORKER_BIN must be the path of a program'],
    ['no program', import.meta.filename, 'MEDIASOUP_WORKER_BIN must be the path of a program'],
  ])('of a media worker that is %s is named once, and ends the media node', async (_, bin, message) => {
    const child = run({ MEDIASOUP_WORKER_BIN: bin });
    expect(await outputOf(child)).toContain(message);
    expect(child.exitCode).toBe(INVALID_SETTINGS);
  });

  it('of an FFmpeg that cannot be run is warned of, and the media node starts', async () => {
    const bus = createLocalBus();
    const { firstHeartbeat } = listen(bus);
    const child = run({ FFMPEG_PATH: '/nonexistent/ffmpeg' });
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
    });
    linkChildBus(bus, child);
    await firstHeartbeat();
    await vi.waitFor(
      () => expect(output).toMatch(/\/nonexistent\/ffmpeg.*FFMPEG_PATH names no FFmpeg/),
      SLOW,
    );
  });

  it('of a port that is taken says which', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const child = run({ SFU_RTC_PORT: String(port), SFU_WORKERS: '1' });
    const output = await outputOf(child);
    squatter.close();
    expect(child.exitCode).toBe(1);
    expect(output).toContain(`port ${port}`);
  });

  it('without a bus is refused', async () => {
    const child = own(spawn(process.execPath, [MAIN.pathname], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
    expect(await outputOf(child)).toContain('NATS_URL');
    expect(child.exitCode).toBe(1);
  });
});
