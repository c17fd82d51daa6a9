import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { coalesced, eachAtOnce } from '#server/concurrency.ts';
import { persistently } from '#server/db/persistently.ts';
import type { Principal } from '#server/principal.ts';
import { isOfParty } from '#server/session.ts';
import type { LiveSession } from './live-session.ts';
import type { LocalSessions, SessionListeners } from './sessions.ts';

/** Sessions that are checked at once; the others of the database's connections stay free for requests. */
const CHECKED_AT_ONCE = 4;

/** What says that a session may not continue; anything else says that it could not be asked. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'device-disabled',
  'account-unverified',
  'guest-link-unknown',
  'guest-link-revoked',
]);

export interface SessionChecksOptions {
  readonly directory: Pick<LocalSessions, 'everyone'>;
  /** Each looks after what it has of the session, in this order. */
  readonly listeners: SessionListeners;
  readonly verifyAgain: (principal: Principal) => Promise<Principal>;
  readonly revoke: (session: LiveSession) => void;
  /** The session is still allowed, and may have missed notices. */
  readonly notify: (session: LiveSession) => void;
  readonly report: (error: unknown) => void;
}

/** Checks sessions against the database after changes that no one has told this server of (SPEC.md, S15). */
export class SessionChecks {
  readonly #options: SessionChecksOptions;
  readonly #closing = new AbortController();
  /** All sessions. Never rejects. */
  readonly all: () => Promise<void>;

  constructor(options: SessionChecksOptions) {
    this.#options = options;
    this.all = coalesced(() =>
      eachAtOnce(options.directory.everyone(), CHECKED_AT_ONCE, (session) => this.#recheck(session)),
    );
  }

  /** What is under way ends before its next session. */
  close(): void {
    this.#closing.abort();
  }

  async #recheck(session: LiveSession): Promise<void> {
    const { notify, report } = this.#options;
    const { signal } = this.#closing;
    if (signal.aborted) return;
    try {
      await persistently(() => this.#check(session), signal);
      if (session.live) notify(session);
    } catch (error) {
      if (!signal.aborted) report(error);
    }
  }

  async #check(session: LiveSession): Promise<void> {
    const { verifyAgain, revoke, listeners } = this.#options;
    if (!session.live) return;
    const before = session.principal;
    const principal = await verifyAgain(before).catch((error: unknown) => {
      if (error instanceof AppError && refusals.has(error.code)) return null;
      throw error;
    });
    if (!session.live) return;
    // Resumed meanwhile, perhaps by another sign-in.
    if (session.principal !== before) return await this.#check(session);
    if (!principal) return revoke(session);
    session.principal = principal;
    for (const recheck of recheckers(listeners, session)) {
      await recheck();
      if (!session.live) return;
    }
  }
}

const recheckers = ({ parties, anyone }: SessionListeners, session: LiveSession) => [
  ...(isOfParty(session) ? parties.map((listener) => () => listener.recheck?.(session)) : []),
  ...anyone.map((listener) => () => listener.recheck?.(session)),
];
