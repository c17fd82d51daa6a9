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

/** Messages of violations. */
const NO_PUBLIC_ADDRESS = 'The address must begin with https:// and lead to a public host.';
const NO_KEY = 'The value must be a public key on the curve P-256: 65 bytes as base64url.';
const NO_SECRET = 'The value must be 16 bytes as base64url.';

/** The sign-in that asks. */
function signInOf(principal: Principal | null): { readonly userId: UserId; readonly familyId: string } {
  if (principal?.kind !== 'user' && principal?.kind !== 'manager') throw new AppError('forbidden');
  return { userId: principal.id, familyId: principal.familyId };
}

export const pushSubscriptionOperations: readonly Operation[] = [
  change('pushSubscription.save', async ({ db, principal, deps }, { body }) => {
    if (deps.installation.webPushKey === null) throw new AppError('feature-disabled');
    if (outboundTarget(body.endpoint, deps.webPushPrivateAddresses) === null) {
      throw invalidField('endpoint', 'invalid', NO_PUBLIC_ADDRESS);
    }
    if (!isBrowserKey(body.p256dh)) throw invalidField('p256dh', 'invalid', NO_KEY);
    if (!isBrowserSecret(body.auth)) throw invalidField('auth', 'invalid', NO_SECRET);
    await saveSubscription(db, signInOf(principal), body);
  }),
  change('pushSubscription.remove', async ({ db, principal }) => {
    await removeSubscription(db, signInOf(principal).familyId);
  }),
];
