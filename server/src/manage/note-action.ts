import { type LogActor, type LogEntry, writeLog } from '#server/audit-log.ts';
import { nameOf } from '#server/audit-names.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { AnySession } from '#server/session.ts';
import { shownName } from './selection.ts';

export type Noted = Pick<LogEntry, 'action' | 'resource' | 'resourceId' | 'customerId' | 'details'>;

/** What a manager has done over the socket, in the audit log. */
export const noteAction = (trx: Trx, session: AnySession, noted: Noted): Promise<void> =>
  writeLog(trx, {
    ...noted,
    actor: actorOf(session),
    address: session.address ?? null,
    requestId: null,
  });

/** The same for a customer that the manager does not manage: who did it is a name, without id and address (SPEC.md, M5). */
export const noteForOthers = async (trx: Trx, session: AnySession, noted: Noted): Promise<void> =>
  writeLog(trx, {
    ...noted,
    actor: { kind: session.principal.kind, id: null, name: await nameForOthers(trx, session) },
    address: null,
    requestId: null,
  });

const actorOf = ({ principal }: AnySession): LogActor => ({
  kind: principal.kind,
  id: principal.kind === 'guest' ? null : principal.id,
});

async function nameForOthers(db: Db, { principal }: AnySession): Promise<string | null> {
  if (principal.kind !== 'user' && principal.kind !== 'manager') return null;
  const name = await nameOf(db, 'users', principal.id);
  return name === undefined ? null : shownName(name);
}
