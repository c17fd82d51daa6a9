import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WebhookDelivery } from '#client/api/api-types.ts';
import { willBeTriedAgain } from './will-be-tried-again.ts';

type State = WebhookDelivery['state'];

/** For filters and exports, which know the state alone. */
export const deliveryText: Readonly<Record<State, MessageDescriptor>> = {
  PENDING: msg`Not delivered yet`,
  DELIVERED: msg`Delivered`,
  FAILED: msg`Failed`,
};

/** For one delivery, of which is known whether it has failed before. */
export const deliveryWords = (
  delivery: Pick<WebhookDelivery, 'state' | 'attempts' | 'lastError'>,
): MessageDescriptor => {
  if (willBeTriedAgain(delivery)) return msg`Will be tried again`;
  return delivery.state === 'PENDING' ? msg`On its way` : deliveryText[delivery.state];
};

export const deliveryTone = { PENDING: 'info', DELIVERED: 'success', FAILED: 'danger' } as const;
