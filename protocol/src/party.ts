import { type Static, Type } from 'typebox';

/** A user, device or guest: what can be in a call. `id` is the user's, the device's or the guest link participant's. */
export const PartySchema = Type.Object({
  kind: Type.Union([Type.Literal('user'), Type.Literal('device'), Type.Literal('guest')]),
  id: Type.String({ format: 'uuid' }),
  /** What others read: the nickname, else the beginning of the mail address, else the name or the printed serial number of a device. */
  name: Type.String({ maxLength: 200 }),
});
export type Party = Static<typeof PartySchema>;

/** An address in another principal's name space, e.g. `user:0192…`; the key of presence and of the bus. */
export type PartyKey = `${Party['kind']}:${string}`;
export const partyKey = (party: Pick<Party, 'kind' | 'id'>): PartyKey => `${party.kind}:${party.id}`;

/** `busy`: in a 1-to-1 or group call, on whichever browser. */
export const PresenceStateSchema = Type.Union([
  Type.Literal('offline'),
  Type.Literal('online'),
  Type.Literal('busy'),
]);
export type PresenceState = Static<typeof PresenceStateSchema>;

/** `RTCIceServer` of WebRTC; credentials are time limited (TURN REST API, draft-uberti-behave-turn-rest-00). */
const IceServerSchema = Type.Object({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});

/** ICE servers and how long their credentials last: ask again before an ICE restart once they have expired. */
export const IceConfigurationSchema = Type.Object({
  iceServers: Type.Array(IceServerSchema),
  /** Milliseconds from now; null where there is no credential to expire. */
  expiresInMs: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
});
export type IceConfiguration = Static<typeof IceConfigurationSchema>;
