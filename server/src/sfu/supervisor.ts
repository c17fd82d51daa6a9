import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Bus } from '#platform/bus/bus.ts';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { INVALID_SETTINGS } from '#platform/exit-code.ts';
import type { Logger } from '#platform/log.ts';
import { RestartPauses } from '#platform/restart-pauses.ts';
import { STAND_BY } from '#platform/stand-by.ts';
import type { NodeId } from '#protocol/ids.ts';
import { SFU_NOTICES_SUBJECT, type SfuNotice, SILENT_NODES_SUBJECT } from '#protocol/sfu/contract.ts';

const MEDIA_NODE_PROGRAM = join(import.meta.dirname, '../../../sfu/src/main.ts');

/** Time for an orderly end. */
const STOP_TIMEOUT_MS = 5_000;
/** How long after a start the next stand-by is loaded, so that it takes no time from the start. */
const STAND_BY_AFTER_MS = 10_000;

export interface SupervisorOptions {
  readonly bus: Bus;
  readonly log: Logger;
  /** The child's environment; its id and its bus are added. */
  readonly env: NodeJS.ProcessEnv;
  /** Where the child logs: a file's descriptor, or this process' output by default. */
  readonly output?: number | 'inherit';
  /** Called when the media node ends because of its settings: it is not started again. */
  readonly onInvalidSettings?: () => void;
  /** The media node's program by default. */
  readonly program?: string;
  /** `STAND_BY_AFTER_MS` by default. */
  readonly standByAfterMs?: number;
}

export interface Supervisor {
  /** Undefined between two children. */
  readonly pid: number | undefined;
  /** Process id of the stand-by; undefined while there is none. */
  readonly standByPid: number | undefined;
  /** Replaces the child whenever a server reports on the bus that it is silent. Returns what ends that. */
  replaceWhenSilent(): () => void;
  /** Ends the child and waits for its end; can be called twice. */
  stop(): Promise<void>;
}

interface Child {
  readonly nodeId: NodeId;
  readonly process: ChildProcess;
}

/**
 * Runs the media node of a single machine as a child process on this process' bus. When it ends, another one that stands by
 * takes its place, and `node.closed` is published, so that servers need not wait for missing heartbeats.
 */
export function superviseMediaNode(options: SupervisorOptions): Supervisor {
  const { bus, log, env, output = 'inherit' } = options;
  const { program = MEDIA_NODE_PROGRAM, standByAfterMs = STAND_BY_AFTER_MS } = options;
  let child: Child | undefined;
  let waiting: Child | undefined;
  let preparing: ReturnType<typeof setTimeout> | undefined;
  let restart: ReturnType<typeof setTimeout> | undefined;
  const pauses = new RestartPauses();
  let isStopping = false;
  let stopped: Promise<void> | undefined;

  const launch = (args: readonly string[]): Child => {
    // A new id each time: what was said of the last child is not true of this one.
    const nodeId = randomUUID() as NodeId;
    // Its bus is this process'; another one in the environment is not for it.
    const { NATS_URL: _, ...ownEnv } = env;
    const launched = fork(program, args, {
      env: { ...ownEnv, SFU_NODE_ID: nodeId },
      stdio: ['ignore', output, output, 'ipc'],
      // A process group of its own: Ctrl-C in a terminal must not reach it before its servers.
      detached: true,
      // Not that of the process that started this one: `--inspect` would ask for the same port.
      execArgv: [],
    });
    return { nodeId, process: launched };
  };

  const prepare = () => {
    const prepared = launch([STAND_BY]);
    waiting = prepared;
    // The next start launches another one.
    const forget = () => {
      if (waiting === prepared) waiting = undefined;
    };
    prepared.process.once('exit', forget);
    prepared.process.once('error', forget);
  };

  const takeWaiting = (): Child | undefined => {
    const taken = waiting;
    waiting = undefined;
    if (!taken?.process.connected) return undefined;
    // If it has just died its 'exit' follows, as that of any child.
    taken.process.send('begin', () => {});
    return taken;
  };

  const start = () => {
    pauses.started();
    const taken = takeWaiting() ?? launch([]);
    const { nodeId, process: started } = taken;
    child = taken;
    clearTimeout(preparing);
    preparing = setTimeout(prepare, standByAfterMs);
    const unlink = linkChildBus(bus, started, {
      report: (err, subject) => log.error({ err, subject }, 'bus of the media node'),
    });
    log.info({ nodeId, nodePid: started.pid }, 'media node started');
    let ended = false;
    const onEnd = (code: number | null, signal: string | null, err?: Error) => {
      if (ended) return;
      ended = true;
      unlink();
      child = undefined;
      if (!isStopping) log.warn({ nodeId, code, signal, err }, 'media node ended');
      const closed: SfuNotice = { notice: 'node.closed', data: { nodeId } };
      bus.publish(SFU_NOTICES_SUBJECT, closed);
      if (code === INVALID_SETTINGS) {
        if (!isStopping) options.onInvalidSettings?.();
        return;
      }
      const pauseMs = pauses.next();
      // A stand-by has waited long enough for this not to become a loop.
      if (!isStopping) restart = setTimeout(start, waiting ? 0 : pauseMs);
    };
    started.once('exit', (code, signal) => onEnd(code, signal));
    // It could not be started at all: no 'exit' follows.
    started.once('error', (err) => onEnd(null, null, err));
  };

  const stop = async () => {
    isStopping = true;
    clearTimeout(restart);
    clearTimeout(preparing);
    waiting?.process.kill('SIGKILL');
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
    get standByPid() {
      return waiting?.process.pid;
    },
    replaceWhenSilent: () =>
      bus.subscribe(SILENT_NODES_SUBJECT, (nodeId) => {
        if (child === undefined || child.nodeId !== nodeId || isStopping) return;
        log.warn({ nodeId }, 'media node is silent, and is replaced');
        child.process.kill('SIGKILL');
      }),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
