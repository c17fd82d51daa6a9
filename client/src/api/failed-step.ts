import { ClientError } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';

/** What specification V6 says when a step fails: for the console here, for people in i18n/error-text.ts. */
const failedSteps = {
  'sign-up-step-failed': 'Failed to create user',
  'verify-step-failed': 'Failed to verify user',
  'approve-step-failed': 'Failed to approve pair',
  'reset-step-failed': 'Failed to request reset password',
} as const;

export type FailedStep = keyof typeof failedSteps;

/** An answer that tells nothing: not of our API, or that the server does not know either what went wrong. */
const isUninformative = (error: unknown): boolean =>
  (error instanceof ClientError && error.code === 'bad-answer') ||
  (error instanceof AppError && error.code === 'internal-error');

/**
 * Says which step failed where the answer does not. Everything that has words of its own passes as it is: nearly any
 * status has, from 'the link has expired' to 'the server cannot be reached'.
 *
 * @throws ClientError with the code `step`
 */
export async function asStep<Result>(step: FailedStep, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt;
  } catch (error) {
    if (!isUninformative(error)) throw error;
    throw new ClientError(step, failedSteps[step], { cause: error });
  }
}
