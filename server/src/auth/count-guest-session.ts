import type { GuestLinkId } from '#protocol/ids.ts';
import { type CountWithin, hashKey } from './count-within.ts';

/** Counts a guest's new session. Throws `too-many-requests`. */
export type CountGuestSession = (by: {
  readonly linkId: GuestLinkId;
  readonly network: string;
}) => Promise<void>;

/** New sessions a minute, by network address and by link: a new key makes no one another person here. */
export const createCountGuestSession =
  (count: CountWithin, perMinute: number): CountGuestSession =>
  async ({ linkId, network }) => {
    await count(hashKey('guest-session', 'address', network), perMinute, 1);
    await count(hashKey('guest-session', 'link', linkId), perMinute, 1);
  };
