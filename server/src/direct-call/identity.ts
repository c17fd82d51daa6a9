import { type Static, Type } from 'typebox';
import { idSchema } from '#protocol/ids.ts';
import { type PartyKey, PartySchema } from '#protocol/party.ts';

/** Someone in a call, or called. */
export const IdentitySchema = Type.Object({
  party: PartySchema,
  key: Type.Unsafe<PartyKey>(Type.String({ pattern: '^(user|device|guest):' })),
  /** Whose features count for them; a guest is under the customer of the link's owner. */
  customerId: idSchema<'customer'>(),
  /** What stands as the peer in the other side's history: a guest's link, else the party. */
  historyId: Type.String({ format: 'uuid' }),
});
export type Identity = Static<typeof IdentitySchema>;
