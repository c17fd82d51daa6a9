import type { User } from './api-types.ts';

/** When the terms of service were last changed: anyone who agreed before is asked again. */
export const TERMS_CHANGED_AT = '2026-11-01T00:00:00Z';

/** Whether a user has to agree to the terms before going on. */
export const mustAgree = ({ termsAgreedAt }: Pick<User, 'termsAgreedAt'>): boolean =>
  termsAgreedAt === null || Date.parse(termsAgreedAt) < Date.parse(TERMS_CHANGED_AT);
