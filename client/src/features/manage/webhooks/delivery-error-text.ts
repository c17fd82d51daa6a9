import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type DeliveryError, deliveryErrors } from '#protocol/delivery-errors.ts';

/** Why a delivery has failed, or waits, by the words that servers write. */
export const deliveryErrorTexts: Readonly<Record<DeliveryError, MessageDescriptor>> = {
  [deliveryErrors.timedOut]: msg`Timed out`,
  [deliveryErrors.paused]: msg`Timed out. Deliveries to this webhook wait until the receiver is tried again`,
  [deliveryErrors.unreachable]: msg`The host cannot be reached`,
  [deliveryErrors.redirected]: msg`Redirects are not followed`,
  [deliveryErrors.disabled]: msg`The webhook is disabled`,
  [deliveryErrors.failed]: msg({ message: 'Failed', context: 'delivery' }),
};

const isKnown = (error: string): error is DeliveryError => Object.hasOwn(deliveryErrorTexts, error);
const STATUS = /^Answered with (\d+)$/;
const CODE = /^Failed: (.+)$/;

/** The same in the reader's language; an error that only a newer server knows stands as it is. */
export function deliveryErrorText(i18n: I18n, error: string): string {
  if (isKnown(error)) return i18n._(deliveryErrorTexts[error]);
  const status = STATUS.exec(error)?.[1];
  if (status !== undefined) return i18n._(msg`Answered with ${status}`);
  const code = CODE.exec(error)?.[1];
  return code === undefined ? error : i18n._(msg`Failed: ${code}`);
}
