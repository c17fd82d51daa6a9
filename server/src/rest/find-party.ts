import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import { readSerial } from '#protocol/serial.ts';
import { foldWidth } from '#protocol/text.ts';
import type { Reach } from '#server/rest/access-table.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { findItem, reachCondition } from '#server/rest/find-item.ts';
import type { PartyRef } from '#server/rest/parties.ts';
import { devicesResource } from '#server/rest/resources/devices.ts';
import { usersResource } from '#server/rest/resources/users.ts';
import { type Condition, isOneOf } from '#server/rest/row-source.ts';
import { isUuid } from '#server/uuid.ts';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** `{serial_or_id}`: a device by id, long or printed serial, or a user by id, within the asker's reach. Else 404. */
export async function findParty(
  context: RequestContext,
  typed: string,
  reach: Reach | undefined,
): Promise<PartyRef> {
  const serialOrId = foldWidth(typed);
  // No serial has one, and PostgreSQL takes no U+0000 as text.
  if (CONTROL_CHARACTER.test(serialOrId)) throw new AppError('not-found');
  const isIt: Condition = isUuid(serialOrId)
    ? sql<boolean>`devices.id = ${serialOrId}`
    : isOneOf(sql.ref('devices.serial'), [readSerial(serialOrId)?.long ?? serialOrId]);
  const printed = sql<boolean>`devices.serial_printed = ${serialOrId}`;
  const reached = reachCondition(devicesResource, reach, context.principal);
  const devices = devicesResource.rows(context.db, context.principal);
  const device =
    (await devices.find([isIt, reached])) ??
    (isUuid(serialOrId) ? undefined : await devices.find([printed, reached]));
  if (device) return { kind: 'device', id: device.id };
  if (!isUuid(serialOrId)) throw new AppError('not-found');
  const user = await findItem(usersResource, context, serialOrId, reach);
  return { kind: 'user', id: user.id };
}
