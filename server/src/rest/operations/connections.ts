import { sql } from 'kysely';
import { invalidField } from '#server/errors.ts';
import { reachCondition } from '#server/rest/find-item.ts';
import { change, type Operation } from '#server/rest/operation.ts';
import { partyOf } from '#server/rest/parties.ts';
import { connectionsResource } from '#server/rest/resources/connections.ts';
import type { Condition } from '#server/rest/row-source.ts';

const isCall = (callId: string): Condition => sql<boolean>`connections.call_id = ${callId}`;

export const connectionOperations: readonly Operation[] = [
  change('connections.report', async (context, { body, reach }) => {
    const party = partyOf(context.principal);
    const row = await connectionsResource
      .rows(context.db, context.principal)
      .find([reachCondition(connectionsResource, reach, context.principal), isCall(body.callId)]);
    if (!party || !row) throw invalidField('callId', 'reference-unknown');
    await context.db
      .updateTable('connections')
      .set({
        reported_duration_s: body.duration ?? row.reported_duration_s,
        quality: body.quality ?? row.quality,
      })
      .where('id', '=', row.id)
      .execute();
    return { id: row.id };
  }),
];
