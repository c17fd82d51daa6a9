import { sql } from 'kysely';
import { writeLog } from '#server/audit-log.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Trx } from '#server/db/database.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import type { ResourceChanged } from '#server/manager-news.ts';
import { accessTable } from './access-table.ts';
import { originOfChange } from './audit.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { Answer, Endpoint, EndpointInput, Parameters } from './endpoint.ts';

/** The answer to a change, and what to announce after the commit. */
export interface Change {
  readonly answer: Answer;
  readonly events: readonly DomainEvent[];
  readonly changed: readonly ResourceChanged[];
}

type ContextWithin = RequestContext & { readonly db: Trx };

/** Its work can be done within a transaction, alone or with others. */
export const isTransactional = ({ run }: Endpoint): boolean => run.transaction;

/** Access, body and work of one request within a transaction: of one that came by HTTP, or of a row of a task. */
export async function changeWithin(
  endpoint: Endpoint,
  context: ContextWithin,
  params: Parameters,
  input: EndpointInput,
): Promise<Change> {
  const { run, checkBody } = endpoint;
  if (!run.transaction) throw new Error(`${endpoint.name} is no single transaction`);
  const events: DomainEvent[] = [];
  const changed: ResourceChanged[] = [];
  const change: ChangeContext = {
    ...context,
    publish: (event) => events.push(event),
    audit: (action, resource, resourceId, customerId, details) => {
      changed.push({ resource, customerId });
      const origin = originOfChange(context);
      return writeLog(context.db, { ...origin, action, resource, resourceId, customerId, details });
    },
  };
  const handle = await run.open(change, params, accessTable[endpoint.name][context.who]);
  checkBody?.(input.body);
  return { answer: await handle(input), events, changed };
}

/** Access, body, work and events of one request that came by HTTP. */
export async function runEndpoint(
  endpoint: Endpoint,
  context: RequestContext,
  params: Parameters,
  input: EndpointInput,
): Promise<Answer> {
  const { run, checkBody } = endpoint;
  if (!run.transaction) {
    const handle = await run.open(context, params, accessTable[endpoint.name][context.who]);
    checkBody?.(input.body);
    return await handle(input);
  }
  const { answer, changed } = await changeAndAnnounce(
    context.db,
    context.deps.events,
    async (trx, publish) => {
      const change = await changeWithin(endpoint, { ...context, db: trx }, params, input);
      for (const event of change.events) publish(event);
      return change;
    },
  );
  for (const change of changed) context.deps.news.resourceChanged(change);
  return answer;
}

/** Does a change within a transaction and takes it back: what it throws is why it cannot be done now. Nothing is announced or logged. */
export async function tryEndpoint(
  endpoint: Endpoint,
  context: ContextWithin,
  params: Parameters,
  input: EndpointInput,
): Promise<void> {
  const { run, checkBody } = endpoint;
  if (!run.transaction) throw new Error(`${endpoint.name} is no single transaction`);
  const reach = accessTable[endpoint.name][context.who];
  const change: ChangeContext = { ...context, publish: () => undefined, audit: async () => undefined };
  await sql`savepoint tried`.execute(context.db);
  try {
    const handle = await run.open(change, params, reach);
    checkBody?.(input.body);
    await handle(input);
  } finally {
    await sql`rollback to savepoint tried`.execute(context.db);
  }
}
