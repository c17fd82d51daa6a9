import type { GuestLinkId } from '#protocol/ids.ts';
import { createLinkTokens, type LinkTokens } from './link-tokens.ts';

export type GuestTokens = LinkTokens<GuestLinkId>;

export const createGuestTokens = (secret: string): GuestTokens =>
  createLinkTokens<GuestLinkId>(secret, 'guest link');
