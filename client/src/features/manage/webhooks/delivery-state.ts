import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WebhookDelivery } from '#client/api/api-types.ts';

type State = WebhookDelivery['state'];

export const deliveryText: Readonly<Record<State, MessageDescriptor>> = {
  PENDING: msg`On its way`,
  DELIVERED: msg`Delivered`,
  FAILED: msg`Failed`,
};

export const deliveryTone = { PENDING: 'info', DELIVERED: 'success', FAILED: 'danger' } as const;
