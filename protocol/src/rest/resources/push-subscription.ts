import { Type } from 'typebox';
import { Language } from '#protocol/rest/credentials.ts';
import { defineOperation, nothing } from '#protocol/rest/define-operation.ts';
import { required } from '#protocol/rest/field.ts';

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+=*$' });

/** Lets a browser ring while no page is open. One subscription per sign-in, and it ends with the sign-in (SPEC.md, D18). */
export const pushSubscriptionOperations = {
  'pushSubscription.save': defineOperation({
    method: 'PUT',
    path: 'users/current/push_subscription',
    summary: 'Rings the browser of this sign-in by Web Push while no page is open',
    body: {
      endpoint: required('write', Type.String({ minLength: 1, maxLength: 2_000 }), {
        description: "Of the browser's PushSubscription: an https address of its push service",
      }),
      p256dh: required('write', Base64Url(100), { description: "The browser's public key (RFC 8291)" }),
      auth: required('write', Base64Url(30), { description: "The browser's secret (RFC 8291)" }),
      lang: required('write', Language, { description: 'Of its notifications' }),
    },
    reply: nothing,
    status: 204,
  }),
  'pushSubscription.remove': defineOperation({
    method: 'DELETE',
    path: 'users/current/push_subscription',
    summary: 'Rings the browser of this sign-in by Web Push no more',
    reply: nothing,
  }),
} as const;
