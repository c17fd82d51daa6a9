import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { Db } from '#server/db/database.ts';
import type { DatabaseDisk } from '#server/db/database-disk.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { Remembered } from '#server/db/remembered.ts';

export interface HealthDeps {
  /** What exactly runs: the version and the commit. */
  readonly build: string;
  readonly db: Db;
  readonly disk: Pick<DatabaseDisk, 'state'>;
  readonly bus: Pick<Bus, 'confirm'>;
  /** Whether the database takes what is written, as far as anyone here has tried. */
  readonly takesWrites: () => boolean;
  /** Media nodes that take rooms now. */
  readonly usableMediaNodes: () => number;
  /** Whether all media nodes that other servers know are known here, too. */
  readonly nodesComplete: () => boolean;
  /** Aborted once the server is closing: it takes no new requests then. */
  readonly closing: AbortSignal;
}

/** What a server needs to be of use; true: it is there. */
type Readiness = Record<'database' | 'bus' | 'mediaNode' | 'open', boolean> & OfDatabase;
/** Not known while the database is away, and left out then. */
type OfDatabase = Partial<Record<'databaseWrites' | 'migrations', boolean>>;
/** What others have to be asked for. */
type Probed = Pick<Readiness, 'database' | 'bus'> & { readonly migrations: boolean };

/** A probe that hangs is no answer: the database has this long to reply. */
const PROBE_TIMEOUT_MS = 2_000;
/** Anyone may ask, however often: database and bus are asked no more than twice in a second. */
const PROBE_AGE_MS = 500;

/**
 * `GET /healthz`: the process lives; nothing else is asked, or a database that is away would have every server killed.
 * `GET /readyz`: it can serve; 503 otherwise, with the names of what is missing. A full disk is told beside it (`disk`): the
 * server still answers all that only reads, and calls go on.
 */
export function registerHealth(fastify: FastifyInstance, deps: HealthDeps): void {
  fastify.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok', build: deps.build };
  });

  const probes = new Remembered<Probed>({ maxAgeMs: PROBE_AGE_MS, maxEntries: 1, isWorthIt: () => true });
  fastify.get('/readyz', async (_request, reply) => {
    const checks = readiness(await probes.get('', () => probe(deps)), deps);
    const missing = Object.entries(checks).flatMap(([name, there]) => (there ? [] : [name]));
    reply.header('cache-control', 'no-store').code(missing.length === 0 ? 200 : 503);
    return { status: missing.length === 0 ? 'ready' : 'not-ready', missing, checks, disk: deps.disk.state };
  });
}

async function probe({ db, bus }: HealthDeps): Promise<Probed> {
  const confirmed = bus.confirm(PROBE_TIMEOUT_MS);
  const database = await succeeds(sql`select 1`.execute(db));
  const migrations = database && (await succeeds(noneArePending(db)));
  return { database, migrations, bus: await confirmed };
}

/** What the process itself knows is always as it is now. */
const readiness = (
  { database, migrations, bus }: Probed,
  { takesWrites, usableMediaNodes, nodesComplete, closing }: HealthDeps,
): Readiness => ({
  database,
  ...(database && { databaseWrites: takesWrites(), migrations }),
  bus,
  mediaNode: usableMediaNodes() > 0 && nodesComplete(),
  open: !closing.aborted,
});

async function noneArePending(db: Db): Promise<void> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) throw new Error(`Pending: ${pending.join(', ')}`);
}

/** Why it failed is in the log of the caller that needed it; a probe is asked every few seconds. */
async function succeeds(probe: Promise<unknown>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, PROBE_TIMEOUT_MS, false);
  try {
    return await Promise.race([
      probe.then(
        () => true,
        () => false,
      ),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
