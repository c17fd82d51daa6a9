import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { InstallationId } from '#protocol/ids.ts';
import { INSTALLATION_ID_SUBJECT } from '#protocol/sfu/contract.ts';
import type { Db } from '#server/db/database.ts';

/** Which installation a server belongs to, and by which database it works. */
export interface Installation {
  readonly id: InstallationId;
  /** Null where the database does not say: a restored copy is then taken for the same one. */
  readonly database: string | null;
}

export async function readInstallation(db: Db): Promise<Installation> {
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return { id, database: await readDatabaseIdentity(db) };
}

/** Answers media nodes, which look after recordings of this installation only. Returns what ends it. */
export const serveInstallationId = (bus: Bus, installationId: InstallationId): (() => void) =>
  bus.serve(INSTALLATION_ID_SUBJECT, async () => ({ installationId }));

/** The cluster that PostgreSQL has initialized (docs: pg_control_system), and the database in it. */
async function readDatabaseIdentity(db: Db): Promise<string | null> {
  try {
    const { rows } = await sql<{ identity: string }>`
      select system_identifier || '/' || pg_database.oid as identity
      from pg_control_system(), pg_database where datname = current_database()`.execute(db);
    return rows[0]?.identity ?? null;
  } catch (error) {
    if (isNotAllowed(error)) return null;
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';
const isNotAllowed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
