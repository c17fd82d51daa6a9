import type { WebhookDelivery } from '#client/api/api-types.ts';

/** A row that will change within this is looked at again. */
const SOON_MS = 15_000;

/** Whether the next attempt is due: a later one is hours away. */
export const isSettling = (
  { state, nextAttempt, attempts }: Pick<WebhookDelivery, 'state' | 'nextAttempt' | 'attempts'>,
  now: number,
): boolean =>
  state === 'PENDING' &&
  (nextAttempt === null ? attempts === 0 : new Date(nextAttempt).getTime() - now < SOON_MS);
