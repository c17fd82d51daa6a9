import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import { SFU_NOTICES_SUBJECT, type SfuNotice } from '#protocol/sfu/contract.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import { eventually } from '#server/testing/eventually.ts';
import { type Supervisor, superviseMediaNode } from './supervisor.ts';

const bus = createLocalBus();
const log = createLog({ name: 'test', level: 'silent' });
const notices: SfuNotice[] = [];
bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
const nodesHeard = () =>
  new Set(notices.flatMap(({ notice, data }) => (notice === 'node.heartbeat' ? [data.nodeId] : [])));

let folder: string;
let supervisor: Supervisor;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-supervisor-'));
  supervisor = superviseMediaNode({
    bus,
    log,
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      SFU_WORKERS: '1',
      MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
      RECORDING_FOLDER: folder,
      RECORDING_MIN_FREE_MB: '0',
    },
    standByAfterMs: 0,
  });
});
afterEach(async () => {
  await supervisor.stop();
  await rm(folder, { recursive: true });
});

it('a media node that is killed is replaced by the one that stands by, again and again', async () => {
  for (const heard of [1, 2, 3]) {
    await eventually(() => expect(nodesHeard().size).toBe(heard));
    await eventually(() => expect(supervisor.standByPid).toBeDefined());
    const { pid, standByPid } = supervisor;
    if (pid === undefined) throw new Error('No media node runs');
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(supervisor.pid).toBe(standByPid));
  }
  await eventually(() => expect(supervisor.standByPid).toBeDefined());
  const { pid, standByPid } = supervisor;
  await supervisor.stop();
  for (const gone of [pid, standByPid])
    await eventually(() => expect(() => process.kill(gone ?? 0, 0)).toThrow('ESRCH'));
});

it('one that stands by and is killed is missed by no one', async () => {
  await eventually(() => expect(supervisor.standByPid).toBeDefined());
  const { pid, standByPid } = supervisor;
  if (pid === undefined || standByPid === undefined) throw new Error('No media node runs');
  process.kill(standByPid, 'SIGKILL');
  await eventually(() => expect(supervisor.standByPid).toBeUndefined());
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect([undefined, pid]).not.toContain(supervisor.pid));
});
