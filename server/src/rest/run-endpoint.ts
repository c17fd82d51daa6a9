import { sql } from 'kysely';
import { writeLog } from '#server/audit-log.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Trx } from '#server/db/database.ts';
import type { ResourceChanged } from '#server/manager-news.ts';
import { accessTable } from './access-table.ts';
import { originOfChange } from './audit.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { Answer, Endpoint, EndpointInput, Parameters } from './endpoint.ts';

/** What happens in the transaction of a change beside the change itself; what it throws undoes both. */
export interface Alongside {
  before(trx: Trx): Promise<void>;
  /** `answer`: what the change has come to. */
  after(trx: Trx, answer: Answer): Promise<void>;
}

/** What `Alongside` needs: an endpoint that works in one transaction. */
export const isTransactional = ({ run }: Endpoint): boolean => run.transaction;

/** Access, body, work and events of one request, whether it came by HTTP or as a row of a task. */
export async function runEndpoint(
  endpoint: Endpoint,
  context: RequestContext,
  params: Parameters,
  input: EndpointInput,
  alongside?: Alongside,
): Promise<Answer> {
  const reach = accessTable[endpoint.name][context.who];
  const { run, checkBody } = endpoint;
  if (!run.transaction) {
    if (alongside) throw new Error(`${endpoint.name} is no single transaction`);
    const handle = await run.open(context, params, reach);
    checkBody?.(input.body);
    return await handle(input);
  }
  const changed: ResourceChanged[] = [];
  const answered = await changeAndAnnounce(context.db, context.deps.events, async (trx, publish) => {
    const change: ChangeContext = {
      ...context,
      db: trx,
      publish,
      audit: (action, resource, resourceId, customerId, details) => {
        changed.push({ resource, customerId });
        const origin = originOfChange(context);
        return writeLog(trx, { ...origin, action, resource, resourceId, customerId, details });
      },
    };
    await alongside?.before(trx);
    const handle = await run.open(change, params, reach);
    checkBody?.(input.body);
    const answer = await handle(input);
    await alongside?.after(trx, answer);
    return answer;
  });
  for (const change of changed) context.deps.news.resourceChanged(change);
  return answered;
}

/** Does a change within a transaction and takes it back: what it throws is why it cannot be done now. Nothing is announced or logged. */
export async function tryEndpoint(
  endpoint: Endpoint,
  context: RequestContext & { readonly db: Trx },
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
