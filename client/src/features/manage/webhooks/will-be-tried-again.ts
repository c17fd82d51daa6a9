import type { WebhookDelivery } from '#client/api/api-types.ts';

/**
 * Whether an attempt has failed and another one follows. An attempt is counted when it begins; delivering again counts from
 * 0, and the error of before stays.
 */
export const willBeTriedAgain = ({
  state,
  attempts,
  lastError,
}: Pick<WebhookDelivery, 'state' | 'attempts' | 'lastError'>): boolean =>
  state === 'PENDING' && attempts > 0 && lastError !== null;
