import type { Connection } from '#client/api/api-types.ts';
import { wasMissed } from '#client/api/missed-call.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';

/** How a call ended, for the one whose history it stands in. */
export type CallEnd = CallEndReason | 'missed' | 'removed' | 'group-closed';

const directEnds: Readonly<Record<CallEndReason, true>> = {
  'hung-up': true,
  declined: true,
  cancelled: true,
  busy: true,
  'no-answer': true,
  offline: true,
  'answered-elsewhere': true,
  'microphone-missing': true,
  'connection-lost': true,
  'signed-out': true,
  revoked: true,
  failed: true,
  'ended-by-manager': true,
};

const isDirectEnd = (reason: string): reason is CallEndReason => Object.hasOwn(directEnds, reason);

/** How the call ended; a reason that only a newer server knows counts as hung up. */
export const callEnd = (connection: Pick<Connection, 'kind' | 'outgoing' | 'endReason'>): CallEnd => {
  const { kind, endReason } = connection;
  if (wasMissed(connection)) return 'missed';
  if (kind === 'group') {
    switch (endReason) {
      case 'lost':
        return 'connection-lost';
      case 'group-closed':
      case 'removed':
        return endReason;
      case 'removed-by-owner':
      case 'removed-by-manager':
        return 'removed';
    }
  }
  return isDirectEnd(endReason) ? endReason : 'hung-up';
};
