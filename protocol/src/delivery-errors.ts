/** Why a delivery of a webhook has failed, or waits, as `lastError` says it. */
export const deliveryErrors = {
  timedOut: 'Timed out',
  paused: 'Timed out. Deliveries to this webhook wait until the receiver is tried again',
  unreachable: 'The host cannot be reached',
  redirected: 'Redirects are not followed',
  disabled: 'The webhook is disabled',
  failed: 'Failed',
} as const;
export type DeliveryError = (typeof deliveryErrors)[keyof typeof deliveryErrors];

/** `lastError` where an HTTP status is what is wrong, and where a code of the system is. */
export const answeredWith = (status: number): string => `Answered with ${status}`;
export const failedWith = (code: string): string => `Failed: ${code}`;
