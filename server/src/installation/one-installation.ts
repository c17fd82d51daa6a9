import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import { InstallationIdSchema, idSchema, type ServerId } from '#protocol/ids.ts';
import type { Installation } from './installation.ts';

const HELLO_SUBJECT = 'installation';
const ASK_SUBJECT = 'installation-ask';
/** Time for the first connection, and for a server that is there already to say which installation it belongs to. */
const ASK_TIMEOUT_MS = 2_000;

const GreetingSchema = Type.Object({
  id: InstallationIdSchema,
  database: Type.Union([Type.String(), Type.Null()]),
  serverId: idSchema<'server'>(),
  /** Milliseconds since 1970: the server that has come later gives way. */
  startedAt: Type.Integer(),
  /** To one that has just come, which is answered once. */
  isAnswer: Type.Boolean(),
});
type Greeting = Static<typeof GreetingSchema>;
const greetingSchema = Compile(GreetingSchema);

export interface OneInstallationOptions {
  readonly bus: Bus;
  readonly installation: Installation;
  readonly serverId: ServerId;
  /** In ms since 1970; now by default. */
  readonly startedAt?: number;
  readonly log: Logger;
  /** This server has met an older one of another installation, and must end. Called once. */
  readonly onForeign: (error: Error) => void;
}

export interface OneInstallation {
  close(): void;
}

/**
 * Lets servers of one installation alone work on a bus: of two that meet, the one that has come later gives way. It would take the
 * media nodes of the other one for its own.
 *
 * @throws Error where another installation is there already
 */
export async function joinOneInstallation(options: OneInstallationOptions): Promise<OneInstallation> {
  const { bus, installation, serverId, startedAt = Date.now(), log, onForeign } = options;
  const own = (isAnswer: boolean): Greeting => ({ ...installation, serverId, startedAt, isAnswer });
  const there = await askWhoIsThere(bus, own(false));
  if (there && isForeign(installation, there)) throw new Error(describeForeign(installation, there));
  let isOver = false;

  const hear = (greeting: Greeting): void => {
    if (isOver || greeting.serverId === serverId || !isForeign(installation, greeting)) return;
    if (isOlder(greeting, own(false))) {
      isOver = true;
      onForeign(new Error(describeForeign(installation, greeting)));
      return;
    }
    log.error(
      { foreign: greeting.id, serverId: greeting.serverId },
      'a server of another installation came to this bus',
    );
    if (!greeting.isAnswer) bus.publish(HELLO_SUBJECT, own(true));
  };

  const ends = [
    bus.serve(ASK_SUBJECT, async () => own(true)),
    bus.subscribe(HELLO_SUBJECT, (payload) => {
      if (greetingSchema.Check(payload)) hear(payload);
    }),
    bus.onConnection((connected) => {
      if (connected) bus.publish(HELLO_SUBJECT, own(false));
    }),
  ];
  bus.publish(HELLO_SUBJECT, own(false));
  return {
    close() {
      for (const end of ends) end();
    },
  };
}

/** One that is there already; null where there is none, or the bus is not there yet. */
async function askWhoIsThere(bus: Bus, own: Greeting): Promise<Greeting | null> {
  await untilConnected(bus);
  try {
    const answer = await bus.request(ASK_SUBJECT, own, { timeoutMs: ASK_TIMEOUT_MS });
    return greetingSchema.Check(answer) ? answer : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function untilConnected(bus: Bus): Promise<void> {
  if (bus.connected) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ASK_TIMEOUT_MS);
  const stop = bus.onConnection(() => resolve());
  await promise;
  clearTimeout(timer);
  stop();
}

type Identity = Pick<Greeting, 'id' | 'database'>;

const isForeign = (own: Identity, other: Identity): boolean =>
  own.id !== other.id ||
  (own.database !== null && other.database !== null && own.database !== other.database);

const isOlder = (one: Greeting, other: Greeting): boolean =>
  one.startedAt === other.startedAt ? one.serverId < other.serverId : one.startedAt < other.startedAt;

const describeForeign = (own: Identity, { id, database, serverId }: Greeting): string => {
  const other =
    own.id === id
      ? `the same installation with another database (${database}, here ${own.database})`
      : `another installation (${id}, this one is ${own.id})`;
  return `Server ${serverId} of ${other} is on this bus. Give each installation a NATS_URL of its own.`;
};
