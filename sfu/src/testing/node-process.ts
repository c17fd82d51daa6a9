import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { SLOW } from '#platform/testing/slow.ts';
import type { NodeId } from '#protocol/ids.ts';
import {
  INSTALLATION_ID_SUBJECT,
  SFU_NOTICES_SUBJECT,
  type SfuNotice,
  sfuSubject,
} from '#protocol/sfu/contract.ts';
import type { NodeLink } from './member.ts';
import { TEST_INSTALLATION } from './test-node.ts';
import { workerBin } from './worker-bin.ts';

const MAIN = new URL('../main.ts', import.meta.url);

export interface NodeProcess extends NodeLink {
  readonly pid: number;
  /** SIGTERM by default; resolves when the process is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
  kill(): Promise<void>;
}

/** A media node as a server starts it: a process of its own. `cleanUp` receives what ends it. */
export async function startNodeProcess(
  env: NodeJS.ProcessEnv,
  cleanUp: (() => unknown)[],
): Promise<NodeProcess> {
  const nodeId = randomUUID() as NodeId;
  const child = fork(MAIN, {
    env: {
      ...process.env,
      MEDIASOUP_WORKER_BIN: await workerBin(),
      SFU_NODE_ID: nodeId,
      SFU_WORKERS: '1',
      LOG_LEVEL: 'warn',
      RECORDING_MIN_FREE_MB: '0',
      ...env,
    },
    execArgv: [],
  });
  const bus = createLocalBus();
  const notices: SfuNotice[] = [];
  bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
  bus.serve(INSTALLATION_ID_SUBJECT, async () => ({ installationId: TEST_INSTALLATION }));
  linkChildBus(bus, child);
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const kill = () => end('SIGKILL');
  cleanUp.push(kill, () => bus.close());
  await vi.waitFor(() => expect(notices).not.toHaveLength(0), SLOW);
  const ask: NodeLink['ask'] = async (request, data) =>
    (await bus.request(sfuSubject(nodeId), { request, data }, { timeoutMs: 5_000 })) as Awaited<
      ReturnType<NodeLink['ask']>
    > as never;
  return { ask, notices, end, kill, pid: child.pid ?? 0 };
}
