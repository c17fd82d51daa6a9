import { missedEndReasons } from '#protocol/summary-kinds.ts';
import type { Connection } from './api-types.ts';

/** Someone called the user in vain. */
export const wasMissed = ({
  kind,
  outgoing,
  endReason,
}: Pick<Connection, 'kind' | 'outgoing' | 'endReason'>): boolean =>
  kind === 'direct' && !outgoing && missedEndReasons.some((reason) => reason === endReason);
