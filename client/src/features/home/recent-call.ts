import type { Connection } from '#client/api/api-types.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';

/** Ends of a call that somebody called and nobody took. */
const notTaken: readonly CallEndReason[] = ['no-answer', 'cancelled', 'offline', 'busy'];

/** Somebody called the user in vain. */
export const wasMissed = ({
  kind,
  outgoing,
  endReason,
}: Pick<Connection, 'kind' | 'outgoing' | 'endReason'>) =>
  kind === 'direct' && !outgoing && notTaken.some((reason) => reason === endReason);

/** `0:07`, `12:30`, `1:02:05`. */
export const callDuration = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...others] = parts[0] === 0 ? parts.slice(1) : parts;
  return [String(first), ...others.map((part) => String(part).padStart(2, '0'))].join(':');
};
