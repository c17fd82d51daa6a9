import { serverNow } from '#client/server-clock.ts';

/** Whether a call with this start is yet to open. */
export const opensLater = (startsAt: string | null): startsAt is string =>
  startsAt !== null && Date.parse(startsAt) > serverNow();
