import { AppError } from '#protocol/app-error.ts';
import type { Language } from '#server/mail/mail-content.ts';
import type { KnownBrowser } from './known-browsers.ts';

/** Someone asks that a link be mailed to an address. */
export interface MailRequest {
  readonly mail: string;
  readonly address: string;
  readonly knownBrowser?: KnownBrowser | null;
}

/** Where no one knows which language is read: the product's. */
export const DEFAULT_LANGUAGE: Language = 'ja';

/** Who asked has been answered already, and a link that works went out a short time ago. */
export function passOverHeldBack(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'too-many-mails') throw error;
}
