import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import { choosePort } from '#scripts/host-check.ts';

const POLL_MS = 100;

/** A program of the project, run as a user runs it. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** A data folder and a port for programs, and what was started with them. */
export class Playground {
  readonly dataFolder: string;
  readonly port: number;
  #programs: RunningProgram[] = [];

  static async make(): Promise<Playground> {
    return new Playground(
      await mkdtemp(join(tmpdir(), 'hibiki-start-test-')),
      await choosePort('127.0.0.1', 0),
    );
  }

  private constructor(dataFolder: string, port: number) {
    this.dataFolder = dataFolder;
    this.port = port;
  }

  run(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv = {}): RunningProgram {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      env: { ...process.env, PORT: String(this.port), DATA_DIR: this.dataFolder, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const one = { child, output: () => output, ended: once(child, 'exit').then(([code]) => code) };
    this.#programs.push(one);
    return one;
  }

  /** Polls until the condition holds; fails with what the programs have said. */
  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + WAIT_LIMIT_MS;
    while (!(await condition())) {
      if (Date.now() > deadline) {
        const said = this.#programs.map(({ output }) => output()).join('\n---\n');
        throw new Error(`Waited in vain: ${what}\n${said}`);
      }
      await sleep(POLL_MS);
    }
  }

  /** Waits for the block that says that it runs. */
  runs(program: RunningProgram): Promise<void> {
    return this.until('it runs', () => {
      if (program.child.exitCode !== null) throw new Error(`It ended:\n${program.output()}`);
      return /Stop +Ctrl-C/.test(program.output());
    });
  }

  /** What a path answers with, or undefined if it does not answer well. */
  async get(path: string): Promise<string | undefined> {
    const answer = await fetch(`http://localhost:${this.port}${path}`).catch(() => undefined);
    return answer?.ok ? answer.text() : undefined;
  }

  /** Processes that work in the data folder (PostgreSQL) or were told of it (server, media node, workers, vite). */
  async processes(): Promise<number[]> {
    const found: number[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (cwd.startsWith(this.dataFolder) || environment.includes(`=${this.dataFolder}`))
        found.push(Number(pid));
    }
    return found;
  }

  async stopAll(): Promise<void> {
    for (const { child, ended } of this.#programs.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }
  }

  async remove(): Promise<void> {
    await this.stopAll();
    await rm(this.dataFolder, { recursive: true, force: true });
  }
}
