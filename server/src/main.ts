import { EnvironmentError } from '#platform/environment.ts';
import { createLog, type Logger } from '#platform/log.ts';
import { readBuild, readVersion } from '#platform/version.ts';
import { type App, buildApp } from './app.ts';
import { CannotStart } from './cannot-start.ts';
import { type Config, readConfig } from './config.ts';
import { checkMediaNode } from './sfu/check-media-node.ts';
import { startWarnings } from './start-warnings.ts';

/** Ctrl-C reaches this process and the one that started it, which then asks again: that is one wish, not two. */
const SAME_WISH_MS = 1_000;

async function readConfigOrExit(): Promise<Config> {
  try {
    const read = readConfig(process.env);
    await checkMediaNode(read);
    return read;
  } catch (error) {
    if (!(error instanceof EnvironmentError || error instanceof CannotStart)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Ends the process in order: a first wish closes the app in bounded time, a second one ends it at once. */
function endInOrder(app: Promise<App>, starting: AbortController, config: Config, log: Logger): void {
  let wishedAt: number | undefined;

  const end = async (reason: string, exitCode: number): Promise<void> => {
    wishedAt = Date.now();
    log.info({ reason }, 'Closing');
    // Ctrl-C, and a parent that is gone, are not waited for: no load balancer is told of them.
    const delayMs = reason === 'SIGTERM' ? config.shutdownDelaySeconds * 1_000 : 0;
    setTimeout(
      () => {
        log.error({ seconds: config.shutdownSeconds }, 'Closing took too long');
        process.exit(1);
      },
      delayMs + config.shutdownSeconds * 1_000,
    ).unref();
    starting.abort();
    try {
      // Undefined: it was still starting, and has undone what it had begun.
      const started = await app.catch((error: unknown) => {
        if (!isAbort(error)) throw error;
      });
      await started?.close(delayMs);
      log.info('Closed');
      process.exit(exitCode);
    } catch (error) {
      log.error({ err: error }, 'Closing failed');
      process.exit(1);
    }
  };

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (wishedAt === undefined) void end(signal, 0);
      else if (Date.now() - wishedAt > SAME_WISH_MS) process.exit(1);
    });
  }
  // The process that started this one has gone: no one else would end it.
  process.on('disconnect', () => {
    if (wishedAt === undefined) void end('parent gone', 0);
  });
  app.then(
    ({ failed }) =>
      failed.then((error) => {
        if (error instanceof CannotStart) log.fatal(error.message);
        else log.fatal({ err: error }, 'The server cannot go on');
        if (wishedAt === undefined) void end('failed', 1);
      }),
    // It could not start. The end of this file logs that.
    () => undefined,
  );
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Unforeseen error');
    if (wishedAt === undefined) void end('unforeseen error', 1);
  });
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

const config = await readConfigOrExit();
const version = readVersion();
const log = createLog({ name: 'server', level: config.logLevel });
log.info({ version, build: readBuild(), node: process.version }, 'Starting');
for (const warning of startWarnings(config)) log.warn(warning);
const starting = new AbortController();
const app = buildApp(config, log, version, starting.signal);
endInOrder(app, starting, config, log);
try {
  await (await app).listen();
} catch (error) {
  // Asked to end while it started: what was begun is being closed, and the process ends then.
  if (starting.signal.aborted) await new Promise(() => {});
  if (error instanceof CannotStart) log.fatal(error.message);
  else log.fatal({ err: error }, 'The server could not start');
  process.exitCode = 1;
  await app.then(
    ({ close }) => close(),
    () => undefined,
  );
  process.exit();
}
