import type { Logger } from '#platform/log.ts';
import { TokenBucket } from '#platform/token-bucket.ts';

/** Lines for refused pages: they come back every few seconds, each of them. */
const LINES = { burst: 3, refillMs: 10 * 60_000 };
/** Of what a stranger sends, at most so much is logged. */
const MAX_LENGTH = 200;

/** @param host the `Host` header, which browsers and proxies set */
type RefusedOrigins = (origin: string | undefined, host: string | undefined) => void;

/**
 * Says, now and then, that a page may not open the socket: most often the installation was opened under another address
 * than `PUBLIC_URL`, behind a proxy that does not pass the name on.
 */
export function createRefusedOrigins(log: Logger, publicUrl: string): RefusedOrigins {
  const lines = new TokenBucket(LINES, performance.now());
  return (origin, host) => {
    if (!lines.take(performance.now())) return;
    log.warn(
      { openedAs: origin?.slice(0, MAX_LENGTH), host: host?.slice(0, MAX_LENGTH), publicUrl },
      'A page of another address may not connect: people must open PUBLIC_URL, or the proxy must pass the Host header on; CORS_ORIGINS names other sites',
    );
  };
}
