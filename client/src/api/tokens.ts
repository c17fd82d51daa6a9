/** As kept in the browser's storage. */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
  /** By this browser's clock, milliseconds. */
  readonly obtainedAt: number;
}

/** Renewed so long before its end, so that none expires on its way. */
const RENEW_BEFORE_MS = 30_000;
/** Where the token does not say (specification A3). */
const DEFAULT_LIFETIME_MS = 15 * 60_000;

/** What was stored; null if nothing was, or nothing readable. A token without its refresh token is kept as it is. */
export function readTokenPair(text: string | null): TokenPair | null {
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    if (stored === null || typeof stored !== 'object') return null;
    const { token, refreshToken, obtainedAt } = stored as Partial<Record<keyof TokenPair, unknown>>;
    if (typeof token !== 'string') return null;
    const renewable = typeof refreshToken === 'string' ? refreshToken : '';
    return { token, refreshToken: renewable, obtainedAt: typeof obtainedAt === 'number' ? obtainedAt : 0 };
  } catch {
    return null;
  }
}

/**
 * Whether the server still takes the token. Its life is counted from when it came, by this browser's clock alone: the
 * clocks of browsers are often minutes off.
 */
export function isFresh(pair: TokenPair, now: number): boolean {
  const age = now - pair.obtainedAt;
  return age >= 0 && age < lifetimeMs(pair.token) - RENEW_BEFORE_MS;
}

/** Who a token is for, as its claims say; what it may do is the server's business. */
export const isAdminToken = (token: string | null): boolean => claimsOf(token)?.kind === 'admin';

function lifetimeMs(token: string): number {
  const { iat, exp } = claimsOf(token) ?? {};
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : DEFAULT_LIFETIME_MS;
}

type Claims = Readonly<Record<string, unknown>> | null;

/** Claims of the token that was read last. Many parts of the console ask for them at each render. */
let latest: { readonly token: string | null; readonly claims: Claims } | undefined;

/** The claims of the token (RFC 7519), which is otherwise none of a client's business; null: unreadable. */
function claimsOf(token: string | null): Claims {
  if (latest?.token !== token) latest = { token, claims: readClaims(token) };
  return latest.claims;
}

function readClaims(token: string | null): Claims {
  try {
    const payload = token?.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return claims !== null && typeof claims === 'object' ? { ...claims } : null;
  } catch {
    return null;
  }
}
