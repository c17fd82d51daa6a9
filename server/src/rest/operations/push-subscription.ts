import { AppError } from '#protocol/app-error.ts';
import type { UserId } from '#protocol/ids.ts';
import { invalidField } from '#server/errors.ts';
import { outboundTarget } from '#server/outbound/target.ts';
import type { Principal } from '#server/principal.ts';
import {
  isBrowserKey,
  isBrowserSecret,
  removeSubscription,
  saveSubscription,
} from '#server/push/subscriptions.ts';
import { change, type Operation } from '#server/rest/operation.ts';

/** The sign-in that asks. */
function signInOf(principal: Principal | null): { readonly userId: UserId; readonly familyId: string } {
  if (principal?.kind !== 'user' && principal?.kind !== 'manager') throw new AppError('forbidden');
  return { userId: principal.id, familyId: principal.familyId };
}

export const pushSubscriptionOperations: readonly Operation[] = [
  change('pushSubscription.save', async ({ db, principal, deps }, { body }) => {
    if (deps.installation.webPushKey === null) throw new AppError('feature-disabled');
    if (outboundTarget(body.endpoint, deps.webPushPrivateAddresses) === null)
      throw invalidField('endpoint', 'invalid');
    if (!isBrowserKey(body.p256dh)) throw invalidField('p256dh', 'invalid');
    if (!isBrowserSecret(body.auth)) throw invalidField('auth', 'invalid');
    await saveSubscription(db, signInOf(principal), body);
  }),
  change('pushSubscription.remove', async ({ db, principal }) => {
    await removeSubscription(db, signInOf(principal).familyId);
  }),
];
