import type { GroupId, GuestLinkId } from '#protocol/ids.ts';
import type { Session, SessionListener } from '#server/session.ts';

/** A guest's session ends this long after its link: the call of a group that ends too says why first (SPEC.md, G8, S12). */
const FAREWELL_MS = 2_000;
/** Longest delay of a timer (Node: 2^31 - 1); later ends are looked at again then. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** When a link is looked at again that could not be, since the database is away. */
const RETRY_MS = 30_000;

export interface GuestEndsOptions {
  /** When a link ends; null where it is gone. */
  readonly endOf: (linkId: GuestLinkId) => Promise<Date | null>;
  readonly end: (session: Session) => void;
  readonly report: (error: unknown) => void;
}

/** Ends the sessions of guests whose link has ended: one of a group without an end lasts a day, and so do its guests. */
export class GuestEnds implements SessionListener {
  readonly #options: GuestEndsOptions;
  /** Of each guest's session; undefined while the end of its link is being asked for. */
  readonly #timers = new Map<Session, ReturnType<typeof setTimeout> | undefined>();

  constructor(options: GuestEndsOptions) {
    this.#options = options;
  }

  opened(session: Session): void {
    if (session.principal.kind === 'guest') this.#watch(session);
  }

  ended(session: Session): void {
    clearTimeout(this.#timers.get(session));
    this.#timers.delete(session);
  }

  async recheck(session: Session): Promise<void> {
    this.#watch(session);
  }

  /** The times of a group have changed, and with them its links'. */
  groupChanged(groupId: GroupId): void {
    for (const session of this.#timers.keys()) {
      const { principal } = session;
      if (principal.kind !== 'guest') continue;
      if (principal.reach.kind === 'group' && principal.reach.groupId === groupId) this.#watch(session);
    }
  }

  #watch(session: Session): void {
    const { principal } = session;
    if (principal.kind !== 'guest') return;
    clearTimeout(this.#timers.get(session));
    this.#timers.set(session, undefined);
    this.#options.endOf(principal.linkId).then(
      (end) => this.#arm(session, end === null ? 0 : end.getTime() + FAREWELL_MS - Date.now()),
      (error: unknown) => {
        this.#options.report(error);
        this.#arm(session, RETRY_MS);
      },
    );
  }

  #arm(session: Session, leftMs: number): void {
    // It may be over by now, or its link may have been asked for twice.
    if (!this.#timers.has(session)) return;
    clearTimeout(this.#timers.get(session));
    if (leftMs <= 0) {
      this.#options.end(session);
      return;
    }
    // Looked at again when it is over: the group's end may have been put off.
    const timer = setTimeout(() => this.#watch(session), Math.min(leftMs, MAX_TIMER_MS));
    this.#timers.set(session, timer);
  }
}
