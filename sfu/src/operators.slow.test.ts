import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNatsBus } from '#platform/bus/nats.ts';
import { startTestBroker } from '#platform/bus/testing/test-broker.ts';
import { SLOW } from '#platform/testing/slow.ts';
import { readBuild } from '#platform/version.ts';
import type { RecordingId } from '#protocol/ids.ts';
import { SFU_NOTICES_SUBJECT, type SfuNotice, sfuSubject } from '#protocol/sfu/contract.ts';
import { joinWithDevices } from './testing/fake-devices.ts';
import { type NodeLink, TestMember } from './testing/member.ts';
import { newRoomId } from './testing/test-node.ts';
import { workerBin } from './testing/worker-bin.ts';

/** A node of a cluster as operators run it: a process, NATS, and an HTTP port. */
const MAIN = new URL('./main.ts', import.meta.url);
const TOKEN = 'kR4vQ9-metrics-of-tests';
const FRAMES = 30;

const cleanUp: (() => unknown)[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operators-'));
});
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
  await rm(folder, { recursive: true, force: true });
});

interface ClusterNode extends NodeLink {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown[]>;
  readonly broker: Awaited<ReturnType<typeof startTestBroker>>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  missing(): Promise<readonly string[]>;
}

async function startClusterNode(): Promise<ClusterNode> {
  const broker = await startTestBroker();
  cleanUp.push(() => broker.stop());
  const bus = await createNatsBus(broker.url);
  cleanUp.push(() => bus.close());
  const notices: SfuNotice[] = [];
  bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
  const nodeId = randomUUID();
  const child = spawn(process.execPath, [MAIN.pathname], {
    env: {
      ...process.env,
      MEDIASOUP_WORKER_BIN: await workerBin(),
      NATS_URL: broker.url,
      SFU_NODE_ID: nodeId,
      SFU_WORKERS: '1',
      SFU_HTTP_PORT: '0',
      METRICS_TOKEN: TOKEN,
      RECORDING_FOLDER: folder,
      RECORDING_MIN_FREE_MB: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  cleanUp.push(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const port = await vi.waitFor(() => {
    const [, found] = /"port":(\d+),"msg":"media node answers operators"/.exec(output) ?? [];
    if (!found) throw new Error('not started yet');
    return found;
  }, SLOW);
  // It answers operators before it has reached the bus.
  await vi.waitFor(() => expect(notices.map(({ notice }) => notice)).toContain('node.heartbeat'), SLOW);
  const get: ClusterNode['get'] = (path, headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const ask: NodeLink['ask'] = async (request, data) =>
    (await bus.request(sfuSubject(nodeId), { request, data }, { timeoutMs: 5_000 })) as never;
  return {
    ask,
    notices,
    child,
    exited,
    broker,
    get,
    missing: async () => ((await (await get('/readyz')).json()) as { missing: string[] }).missing,
  };
}

const metricOf = (text: string, name: string): number | undefined => {
  const [, value] = new RegExp(`^hibiki_node_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text) ?? [];
  return value === undefined ? undefined : Number(value);
};

describe('a media node', () => {
  it('says that it lives and whether it takes rooms, and names the bus where that is away', async () => {
    const node = await startClusterNode();
    expect(await (await node.get('/healthz')).json()).toEqual({ status: 'ok', build: readBuild() });
    expect((await node.get('/readyz')).status).toBe(200);
    expect((await node.get('/elsewhere')).status).toBe(404);
    await node.broker.stop();
    await vi.waitFor(async () => expect(await node.missing()).toEqual(['bus']), SLOW);
    expect((await node.get('/readyz')).status).toBe(503);
    expect((await node.get('/healthz')).status).toBe(200);
  });

  it('shows its media to those who have the token, and to no one else', async () => {
    const node = await startClusterNode();
    const authorization = `Bearer ${TOKEN}`;
    expect((await node.get('/metrics')).status).toBe(404);
    expect((await node.get('/metrics', { authorization: 'Bearer something-else' })).status).toBe(404);
    await joinWithDevices(node, cleanUp);
    await vi.waitFor(async () => {
      const text = await (await node.get('/metrics', { authorization })).text();
      expect(metricOf(text, 'rooms')).toBe(1);
      expect(metricOf(text, 'members')).toBe(1);
      expect(metricOf(text, 'producers')).toBe(2);
      expect(metricOf(text, 'bytes_total')).toBeGreaterThan(10_000);
      expect(metricOf(text, 'join_seconds_count')).toBe(1);
      expect(metricOf(text, 'bus_connected')).toBe(1);
      expect(text).toContain(`hibiki_node_build_info{build="${readBuild()}"} 1`);
      expect(text).toContain('hibiki_node_transports{ice_state="completed"} 1');
    }, SLOW);
  });

  it('takes no new rooms while it is told to by SIGUSR2, and leaves those that it has', async () => {
    const node = await startClusterNode();
    const { devices } = await joinWithDevices(node, cleanUp);
    node.child.kill('SIGUSR2');
    await vi.waitFor(async () => expect(await node.missing()).toEqual(['open']), SLOW);
    await expect(TestMember.join(node, newRoomId())).rejects.toMatchObject({
      code: 'media-node-unavailable',
    });
    const before = devices.frames;
    await vi.waitFor(() => expect(devices.frames).toBeGreaterThan(before + FRAMES), SLOW);
    expect(node.notices.map(({ notice }) => notice)).not.toContain('room.lost');
    node.child.kill('SIGUSR2');
    await vi.waitFor(async () => expect(await node.missing()).toEqual([]), SLOW);
    await TestMember.join(node, newRoomId());
  });

  it('drains on SIGTERM: members are sent elsewhere, recordings are finished, then it ends', async () => {
    const node = await startClusterNode();
    const { member, devices } = await joinWithDevices(node, cleanUp);
    const recordingId = randomUUID() as RecordingId;
    await node.ask('recording.start', { recordingId, roomId: member.roomId, maxDurationMs: 60_000 });
    await vi.waitFor(() => expect(devices.frames).toBeGreaterThan(FRAMES), SLOW);

    node.child.kill('SIGTERM');
    await vi.waitFor(() => {
      expect(node.notices).toContainEqual({
        notice: 'room.lost',
        data: expect.objectContaining({ roomId: member.roomId, reason: 'node-draining' }),
      });
      expect(node.notices).toContainEqual({
        notice: 'recording.finished',
        data: expect.objectContaining({
          recordingId,
          result: expect.objectContaining({
            outcome: 'interrupted',
            maintenance: true,
            files: [expect.anything()],
          }),
        }),
      });
    }, SLOW);
    // Its media continues until it has closed its connection here.
    const before = devices.frames;
    await vi.waitFor(() => expect(devices.frames).toBeGreaterThan(before + FRAMES), SLOW);
    expect(node.child.exitCode).toBeNull();
    expect(await node.missing()).toContain('open');

    devices.stop();
    member.vanish();
    expect(await node.exited).toEqual([0, null]);
    await vi.waitFor(() => expect(node.notices.at(-1)?.notice).toBe('node.closed'), SLOW);
  });
});
