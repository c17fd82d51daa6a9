import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';

export const sessionIdOf = ({ state }: Signal): SessionId | null =>
  state.phase === 'open' ? state.sessionId : null;

/**
 * Asks again in the next session where the one that was asked in is gone with its server: what was asked may have been done.
 * Rejects with what the server answers.
 *
 * @param first the session that the server knows the call by, which the others name; null: that of the first try
 */
export async function inAnySession<Reply>(
  signal: Signal,
  first: SessionId | null,
  ask: (earlier: { readonly before?: SessionId }) => Promise<Reply>,
): Promise<Reply> {
  let before = first;
  for (;;) {
    const asked = sessionIdOf(signal);
    before ??= asked;
    try {
      return await ask(before !== null && before !== asked ? { before } : {});
    } catch (error) {
      if (!isReplaced(signal, asked, error)) throw error;
    }
  }
}

function isReplaced(signal: Signal, asked: SessionId | null, error: unknown): boolean {
  const now = sessionIdOf(signal);
  const isGone = error instanceof AppError && error.code === 'session-lost';
  return isGone && now !== null && now !== asked;
}
