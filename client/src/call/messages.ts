import type { CallMessage } from '#protocol/signal/chat.ts';

/** As many as are kept on the wire's other side (SPEC.md, G10, D19). */
const KEPT_MESSAGES = 200;

/** Adds messages, each once; those that the server no longer keeps stay known here. */
export function withMessages<Message extends CallMessage>(
  known: readonly Message[],
  more: readonly Message[],
): readonly Message[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...more.filter(({ id }) => !ids.has(id))].slice(-KEPT_MESSAGES);
}
