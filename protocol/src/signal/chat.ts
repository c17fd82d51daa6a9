import { type Static, Type } from 'typebox';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import { PartySchema } from '#protocol/party.ts';

/** The text of a message: not blank. */
export const MessageTextSchema = Type.String({
  minLength: 1,
  maxLength: MAX_CHAT_CHARACTERS,
  pattern: '\\S',
});

/** A chat message of a call. */
export const CallMessageSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  /** Who has written it; may have left since. */
  party: PartySchema,
  text: Type.String(),
  /** By the clock of the chat's keeper: the media node, or the server of a 1-to-1 call. */
  at: Type.String({ format: 'date-time' }),
});
export type CallMessage = Static<typeof CallMessageSchema>;
