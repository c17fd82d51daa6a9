/** What can go wrong before a request has left the browser, or when its answer is not one. The texts are in i18n/error-text.ts. */
export const clientErrorCodes = [
  /** No answer: offline, the server is down, or the request was blocked. */
  'network',
  /** Answered with something that is not of our API, a proxy's page for example. */
  'bad-answer',
  /** An access token without its refresh token (specification V6). */
  'has-no-token',
  /** Of token and refresh token not both came back (specification V6). */
  'wrong-token-answer',
  /** The sign-in was right, but the account could not be read (specification V6). */
  'sign-in-failed',
  /** A step whose answer has no words of its own (failed-step.ts; specification V6). */
  'sign-up-step-failed',
  'verify-step-failed',
  'approve-step-failed',
  'reset-step-failed',
  /** A user's account at the managers' door. */
  'not-a-manager',
  'version-missing',
  /** A call of the API without what it needs: a mistake in this application. */
  'required-parameter',
  'chunk-load-failed',
] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;

  /** @param message English, for the console. */
  constructor(code: ClientErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
