import { errors } from 'mediasoup';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';

/**
 * Runs a call to mediasoup and gives its errors a code. A dead worker is `media-node-unavailable`, an object
 * that was closed meanwhile `media-object-not-found`. Any other error becomes `refusal` if the call carries a client's
 * parameters; without `refusal` it is a bug of ours and passed on unchanged.
 */
export async function mediasoupCall<Result>(
  call: () => Promise<Result>,
  refusal?: ErrorCode,
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof errors.WorkerClosedError) throw new AppError('media-node-unavailable', { cause });
    if (cause instanceof errors.NotFoundError) throw new AppError('media-object-not-found', { cause });
    throw refusal ? new AppError(refusal, { cause }) : cause;
  }
}
