import { AppError } from '#protocol/app-error.ts';
import type { GroupId, RecordingId } from '#protocol/ids.ts';
import { type Iri, idOfIri, iri } from '#protocol/rest/field.ts';
import { invalidField } from '#server/errors.ts';
import type { NewOwner } from '#server/recording/unknown-recordings.ts';
import type { ChangeContext } from '#server/rest/context.ts';
import { change, type Operation, operation } from '#server/rest/operation.ts';
import { findPartyCustomer, ownerOf, type PartyIri } from '#server/rest/parties.ts';
import { isUuid } from '#server/uuid.ts';

function idIn({ id = '' }: Readonly<Record<string, string>>): RecordingId {
  if (!isUuid(id)) throw new AppError('not-found');
  return id as RecordingId;
}

const isGroup = (to: PartyIri | Iri<'groups'>): to is Iri<'groups'> => to.startsWith(iri('groups', ''));

async function ownerOfGroup({ db }: ChangeContext, group: Iri<'groups'>): Promise<NewOwner> {
  const groupId = idOfIri(group) as GroupId;
  const found = await db
    .selectFrom('groups')
    .where('id', '=', groupId)
    .select(['name', 'customer_id', 'owner_user_id', 'owner_device_id'])
    .executeTakeFirst();
  if (!found) throw invalidField('to', 'reference-unknown');
  const { name, customer_id: customerId, owner_user_id: userId, owner_device_id: deviceId } = found;
  return { name, customerId, userId, deviceId, groupId };
}

async function ownerWithoutGroup({ db, principal }: ChangeContext, owner: PartyIri): Promise<NewOwner> {
  const party = ownerOf(principal, owner);
  const customerId = await findPartyCustomer(db, party);
  if (!customerId) throw invalidField('to', 'reference-unknown');
  return {
    name: null,
    customerId,
    userId: party.kind === 'user' ? party.id : null,
    deviceId: party.kind === 'device' ? party.id : null,
    groupId: null,
  };
}

export const unknownRecordingOperations: readonly Operation[] = [
  operation('unknownRecordings.list', async ({ db, deps }) => {
    const { total, incomplete, recordings } = await deps.unknownRecordings.list(db);
    return { total, incomplete, recordings: [...recordings] };
  }),
  change('unknownRecordings.assign', async (context, { params, body: { to } }) => {
    const id = idIn(params);
    const newOwner = isGroup(to) ? await ownerOfGroup(context, to) : await ownerWithoutGroup(context, to);
    await context.deps.unknownRecordings.assign(context.db, id, newOwner);
    await context.audit('assign', 'recordings', id, newOwner.customerId);
    return { id };
  }),
  change('unknownRecordings.delete', async (context, { params }) => {
    const id = idIn(params);
    const objectName = await context.deps.unknownRecordings.delete(context.db, id);
    await context.audit('delete', 'recordings', id, null, { ...(objectName !== null && { objectName }) });
  }),
];
