import { TERMS_CHANGED_AT } from '#protocol/terms.ts';
import type { User } from './api-types.ts';

/** Whether a user has to agree to the terms before going on. */
export const mustAgree = ({ termsAgreedAt }: Pick<User, 'termsAgreedAt'>): boolean =>
  termsAgreedAt === null || Date.parse(termsAgreedAt) < Date.parse(TERMS_CHANGED_AT);
