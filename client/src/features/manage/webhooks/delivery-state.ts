import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WebhookDelivery } from '#client/api/api-types.ts';

type State = WebhookDelivery['state'];

/** By the state alone, as filters and exports have it. */
export const deliveryText: Readonly<Record<State, MessageDescriptor>> = {
  PENDING: msg`Not delivered yet`,
  DELIVERED: msg`Delivered`,
  FAILED: msg`Failed`,
};

/** The same of one delivery, and whether it has failed before. */
export function deliveryWords({
  state,
  attempts,
  lastError,
}: Pick<WebhookDelivery, 'state' | 'attempts' | 'lastError'>): MessageDescriptor {
  if (state !== 'PENDING') return deliveryText[state];
  // An attempt is counted when it begins; delivering again counts from 0, and the error of before stays.
  return attempts > 0 && lastError !== null ? msg`Will be tried again` : msg`On its way`;
}

export const deliveryTone = { PENDING: 'info', DELIVERED: 'success', FAILED: 'danger' } as const;
