import type { GuestLinkId } from '#protocol/ids.ts';
import { type CountWithin, hashKey } from '#server/limits/count-within.ts';
import { limitTable } from '#server/limits/limit-table.ts';

/** Counts a guest's new session. Throws `too-many-requests`. */
export type CountGuestSession = (by: {
  readonly linkId: GuestLinkId;
  readonly network: string;
}) => Promise<void>;

/** New sessions a minute, by network address and by link: a new key makes no one another person here. */
export const createCountGuestSession =
  (count: CountWithin, perMinute: number): CountGuestSession =>
  async ({ linkId, network }) => {
    for (const [limit, key] of [
      ['guest-sessions-address', hashKey('guest-session', 'address', network)],
      ['guest-sessions-link', hashKey('guest-session', 'link', linkId)],
    ] as const) {
      await count({ limit, key, maximum: perMinute, minutes: limitTable[limit].minutes });
    }
  };
