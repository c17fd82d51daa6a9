import { callApi, listItems } from '#client/api/call-api.ts';
import { iri } from '#protocol/rest/field.ts';

/** Which call is rated: a 1-to-1 call by its id, else the last one of a group. */
export type RatedCall =
  | { readonly kind: 'direct'; readonly callId: string }
  | { readonly kind: 'group'; readonly groupId: string; readonly userId: string };

/** Stores how the call was with the person's own row of it. Fails while the server has not yet written that row. */
export async function rateCall(call: RatedCall, quality: number): Promise<void> {
  await callApi('connections.report', { body: { callId: await callIdOf(call), quality } });
}

async function callIdOf(call: RatedCall): Promise<string> {
  if (call.kind === 'direct') return call.callId;
  const list = await listItems('connections', {
    owner: iri('users', call.userId),
    peerId: call.groupId,
    pageSize: 1,
    order: { start: 'desc' },
  });
  const [last] = list['hydra:member'];
  if (!last) throw new Error('The call stands in no history yet');
  return last.callId;
}
