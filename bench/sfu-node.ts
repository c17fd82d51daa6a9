import { fork } from 'node:child_process';
import { once } from 'node:events';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import {
  INSTALLATION_ID_SUBJECT,
  SFU_NOTICES_SUBJECT,
  type SfuNotice,
  type SfuRequestName,
  type SfuRequests,
  sfuSubject,
} from '#protocol/sfu/contract.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import { obtainMediaWorker } from '#scripts/media-worker.ts';
import type { NodeLink } from '#sfu/testing/member.ts';
import { TEST_INSTALLATION } from '#sfu/testing/test-node.ts';
import { until } from './until.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** The project's own media node, a process with one worker. */
export interface BenchNode extends NodeLink {
  /** The process whose main thread does the signalling. */
  readonly pid: number;
  readonly workerPids: readonly number[];
  stop(): Promise<void>;
}

export async function startNode(variables: NodeJS.ProcessEnv = {}): Promise<BenchNode> {
  const bus = createLocalBus();
  const notices: SfuNotice[] = [];
  bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => notices.push(notice as SfuNotice));
  bus.serve(INSTALLATION_ID_SUBJECT, async () => ({ installationId: TEST_INSTALLATION }));
  const env = {
    ...process.env,
    SFU_WORKERS: '1',
    LOG_LEVEL: 'warn',
    MEDIASOUP_WORKER_BIN: await obtainMediaWorker(),
    ...variables,
  };
  const child = fork(new URL('../sfu/src/main.ts', import.meta.url), { env, execArgv: [] });
  linkChildBus(bus, child);
  const heartbeat = await until(() =>
    notices.find((notice) => notice.notice === 'node.heartbeat' && notice.data.workers.length === 1),
  );
  if (heartbeat.notice !== 'node.heartbeat' || child.pid === undefined) throw new Error('no media node');
  const subject = sfuSubject(heartbeat.data.nodeId);
  return {
    notices,
    pid: child.pid,
    workerPids: heartbeat.data.workers.map(({ pid }) => pid),
    async ask<Name extends SfuRequestName>(request: Name, data: PayloadOf<SfuRequests, Name>) {
      const reply = await bus.request(subject, { request, data }, { timeoutMs: REQUEST_TIMEOUT_MS });
      return reply as ReplyOf<SfuRequests, Name>;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      await bus.close();
    },
  };
}
