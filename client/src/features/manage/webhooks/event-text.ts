import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DeliveredEventName, WebhookEventName } from '#protocol/rest/resources/webhook.ts';

/** What happened, in words; the name that receivers know stands beside it. */
export const eventText: Readonly<Record<DeliveredEventName, MessageDescriptor>> = {
  'call.started': msg`A call started`,
  'call.ended': msg`A call ended`,
  'recording.ready': msg`A recording is ready`,
  'film.ready': msg`A film of a recording is ready`,
  'user.verified': msg`A user verified their e-mail address`,
  'webhook.test': msg`Test event`,
};

/** Those that a webhook can hear of, in the order of a call. */
export const EVENTS: readonly WebhookEventName[] = [
  'call.started',
  'call.ended',
  'recording.ready',
  'film.ready',
  'user.verified',
];
