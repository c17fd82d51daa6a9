import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import type { Connection } from './api-types.ts';

/** Ends of a call that someone called and no one took. */
const notTaken: readonly CallEndReason[] = ['no-answer', 'cancelled', 'offline', 'busy'];

/** Someone called the user in vain. */
export const wasMissed = ({
  kind,
  outgoing,
  endReason,
}: Pick<Connection, 'kind' | 'outgoing' | 'endReason'>): boolean =>
  kind === 'direct' && !outgoing && notTaken.some((reason) => reason === endReason);
