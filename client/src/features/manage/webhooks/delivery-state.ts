import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WebhookDelivery } from '#client/api/api-types.ts';
import { willBeTriedAgain } from './will-be-tried-again.ts';

type State = WebhookDelivery['state'];

/** By the state alone, as filters and exports have it. */
export const deliveryText: Readonly<Record<State, MessageDescriptor>> = {
  PENDING: msg`Not delivered yet`,
  DELIVERED: msg`Delivered`,
  FAILED: msg`Failed`,
};

/** The same of one delivery, and whether it has failed before. */
export const deliveryWords = (
  delivery: Pick<WebhookDelivery, 'state' | 'attempts' | 'lastError'>,
): MessageDescriptor => {
  if (willBeTriedAgain(delivery)) return msg`Will be tried again`;
  return delivery.state === 'PENDING' ? msg`On its way` : deliveryText[delivery.state];
};

export const deliveryTone = { PENDING: 'info', DELIVERED: 'success', FAILED: 'danger' } as const;
