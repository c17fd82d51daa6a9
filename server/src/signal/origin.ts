export interface OriginSettings {
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
}

/**
 * Whether a page may open the socket (SPEC.md, S1): one of this host as the browser named it, of `PUBLIC_URL`, or of
 * `CORS_ORIGINS`. Tokens
 * are not cookies, so that a foreign page could do nothing with a socket; it is refused all the same, early and loudly.
 *
 * @param origin the `Origin` header; programs that are no browser send none
 * @param host the `Host` header
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  { publicUrl, corsOrigins }: OriginSettings,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return (
    new URL(origin).host === host || origin === new URL(publicUrl).origin || corsOrigins.includes(origin)
  );
}
