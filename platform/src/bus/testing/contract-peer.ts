import type { Bus } from '#platform/bus/bus.ts';
import { AppError } from '#protocol/app-error.ts';
import { isErrorCode } from '#protocol/errors.ts';

/** The other member of the bus in bus.test.ts; forked with an IPC channel it runs in a separate process. */
export function actAsPeer(bus: Bus): void {
  const heard: unknown[] = [];
  let stopServing = () => {};

  const commands: Record<string, (argument: unknown) => unknown> = {
    echo: (argument) => argument,
    /** So many characters. */
    write: (argument) => 'x'.repeat(Number(argument)),
    /** Fails with the code that it is given, or, without one, as a bug would. */
    fail: (argument) => {
      if (isErrorCode(argument)) {
        throw new AppError(argument, {
          retryAfterMs: 1500,
          limit: 'seats',
          violations: [{ propertyPath: 'a.b', message: 'Wrong', code: 'invalid' }],
        });
      }
      throw new TypeError('a bug with internals in its message');
    },
    never: () => new Promise(() => {}),
    ask: (argument) => bus.request(String(argument), { from: 'peer' }, { timeoutMs: 5_000 }),
    say: (argument) => bus.publish('said-by-peer', argument),
    serve: () => {
      stopServing = bus.serve('for-a-while', async () => 'served');
    },
    stopServing: () => stopServing(),
    heard: () => heard,
    die: () => process.kill(process.pid, 'SIGKILL'),
  };

  bus.subscribe('said-to-peer', (payload) => heard.push(payload));
  for (const [name, command] of Object.entries(commands)) {
    bus.serve(`peer.${name}`, async (argument) => command(argument));
  }
  bus.publish('peer-is-there', {});
}
