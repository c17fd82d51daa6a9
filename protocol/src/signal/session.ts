import { Type } from 'typebox';
import { SessionIdSchema } from '#protocol/ids.ts';
import { MAX_GUEST_NAME } from '#protocol/limits.ts';
import { PartySchema, PresenceStateSchema } from '#protocol/party.ts';
import { LINE } from '#protocol/text.ts';
import { notice, request } from '#protocol/wire.ts';

export const sessionRequests = {
  /** The first frame of every socket (SPEC.md, S2). With `resume`, the session of a lost socket continues. */
  'session.open': request(
    Type.Object({
      protocolVersion: Type.Integer(),
      credential: Type.Union([
        Type.Object({ kind: Type.Literal('access'), token: Type.String({ maxLength: 4096 }) }),
        Type.Object({
          kind: Type.Literal('guest'),
          token: Type.String({ maxLength: 4096 }),
          name: Type.String({ minLength: 1, maxLength: MAX_GUEST_NAME, pattern: LINE }),
          /** Random, kept by the browser: one person by one link (SPEC.md, S14). Earlier pages have none. */
          key: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{22,86}$' })),
        }),
      ]),
      resume: Type.Optional(
        Type.Object({
          sessionId: SessionIdSchema,
          /**
           * The `seq` of the last notice that the client has seen; 0 for none. Absent: a new page, loaded in the place of the
           * one that had the session, which begins to count again (SPEC.md, S13).
           */
          lastSeq: Type.Optional(Type.Integer({ minimum: 0 })),
        }),
      ),
    }),
    Type.Object({
      sessionId: SessionIdSchema,
      /** False where `resume` was asked for and could not be granted: live calls must be rejoined. */
      resumed: Type.Boolean(),
      /** Null of an administrator, who takes part in no call (SPEC.md, M1). */
      party: Type.Union([PartySchema, Type.Null()]),
      /** Milliseconds for which the server keeps the session after its socket is lost. */
      graceMs: Type.Integer({ minimum: 0 }),
    }),
  ),
  /** Shows either side that the other is still there. */
  'session.ping': request(Type.Object({}), Type.Object({})),
  /** Ends the session at once, calls included: signing out, closing the tab. */
  'session.close': request(Type.Object({}), Type.Object({})),
  /** From now on `presence.changed` tells of everyone whom the party has a verified pair with. */
  'presence.watch': request(
    Type.Object({}),
    Type.Object({
      states: Type.Array(Type.Object({ partyKey: Type.String(), state: PresenceStateSchema })),
    }),
  ),
};

export const sessionNotices = {
  'presence.changed': notice(Type.Object({ partyKey: Type.String(), state: PresenceStateSchema })),
  /** Something that the client caches has changed on the server; `resource` is its REST name. */
  'resource.changed': notice(Type.Object({ resource: Type.String() })),
};
