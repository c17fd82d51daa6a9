import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Bus } from '#platform/bus/bus.ts';
import { linkChildBus } from '#platform/bus/ipc.ts';
import type { Logger } from '#platform/log.ts';
import type { NodeId } from '#protocol/ids.ts';

const MEDIA_NODE_PROGRAM = join(import.meta.dirname, '../../../sfu/src/main.ts');

/** Pause before the first restart; doubled each time. */
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 10_000;
/** A node that has run for this long starts again with the first pause. */
const STEADY_MS = 30_000;
/** Time for an orderly end. */
const STOP_TIMEOUT_MS = 5_000;

export interface SupervisorOptions {
  readonly bus: Bus;
  readonly log: Logger;
  /** The child's environment; its id and its bus are added. */
  readonly env: NodeJS.ProcessEnv;
  /** The child is gone, for any reason. */
  readonly onDied: (nodeId: NodeId) => void;
  /** The media node's program by default. */
  readonly program?: string;
}

export interface Supervisor {
  /** Undefined between two children. */
  readonly pid: number | undefined;
  /** Kills the child if this is its id, e.g. because it stands still: another one takes its place. */
  replace(nodeId: NodeId): void;
  /** Ends the child and waits for its end; can be called twice. */
  stop(): Promise<void>;
}

/** The media node of a single machine: a child process that is on this process' bus, and is replaced when it ends. */
export function superviseMediaNode(options: SupervisorOptions): Supervisor {
  const { bus, log, env, onDied, program = MEDIA_NODE_PROGRAM } = options;
  let child: { readonly nodeId: NodeId; readonly process: ChildProcess } | undefined;
  let restart: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_RESTART_MS;
  let isStopping = false;
  let stopped: Promise<void> | undefined;

  const start = () => {
    // A new id each time: what was said of the last child is not true of this one.
    const nodeId = randomUUID() as NodeId;
    const startedAt = performance.now();
    // Its bus is this process'; another one in the environment is not for it.
    const { NATS_URL: _, ...ownEnv } = env;
    const started = fork(program, [], {
      env: { ...ownEnv, SFU_NODE_ID: nodeId },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Not that of the process that started this one: `--inspect` would ask for the same port.
      execArgv: [],
    });
    child = { nodeId, process: started };
    const unlink = linkChildBus(bus, started, {
      report: (err, subject) => log.error({ err, subject }, 'bus of the media node'),
    });
    log.info({ nodeId, pid: started.pid }, 'media node started');
    let ended = false;
    const onEnd = (code: number | null, signal: string | null, err?: Error) => {
      if (ended) return;
      ended = true;
      unlink();
      child = undefined;
      if (!isStopping) log.warn({ nodeId, code, signal, err }, 'media node ended');
      onDied(nodeId);
      if (isStopping) return;
      if (performance.now() - startedAt >= STEADY_MS) pauseMs = FIRST_RESTART_MS;
      restart = setTimeout(start, pauseMs);
      pauseMs = Math.min(MAX_RESTART_MS, pauseMs * 2);
    };
    started.once('exit', (code, signal) => onEnd(code, signal));
    // It could not be started at all: no 'exit' follows.
    started.once('error', (err) => onEnd(null, null, err));
  };

  const stop = async () => {
    isStopping = true;
    clearTimeout(restart);
    const running = child?.process;
    if (!running) return;
    const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    running.kill('SIGTERM');
    const kill = setTimeout(() => running.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(kill);
    log.info('media node stopped');
  };

  start();
  return {
    get pid() {
      return child?.process.pid;
    },
    replace(nodeId) {
      if (child?.nodeId !== nodeId || isStopping) return;
      log.warn({ nodeId }, 'media node is silent, and is replaced');
      child.process.kill('SIGKILL');
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
