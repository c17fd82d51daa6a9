import type { CallMessage } from '#protocol/signal/chat.ts';

/** As many as are kept on the wire's other side (SPEC.md, G10, D19). */
const KEPT_MESSAGES = 200;

/** What was written where no one keeps it any more is known to those who have read it. */
export function withMessages<Message extends CallMessage>(
  known: readonly Message[],
  more: readonly Message[],
): readonly Message[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...more.filter(({ id }) => !ids.has(id))].slice(-KEPT_MESSAGES);
}
