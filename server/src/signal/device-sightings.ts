import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { DeviceId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Session, SessionDirectory, SessionEnd, SessionListener } from '#server/session.ts';

/** How often it is written that a device is still there. */
const INTERVAL_MS = 60_000;

export interface DeviceSightingsDeps {
  readonly db: Db;
  readonly directory: Pick<SessionDirectory, 'all'>;
  readonly log: Pick<Logger, 'debug'>;
  readonly intervalMs?: number;
}

/** When devices were last seen: written for all that are there once a minute, and of each as it goes. */
export class DeviceSightings implements SessionListener {
  readonly #deps: DeviceSightingsDeps;
  readonly #stop: () => void;
  readonly #gone = new Set<DeviceId>();
  #writing = false;

  constructor(deps: DeviceSightingsDeps) {
    this.#deps = deps;
    this.#stop = repeatedly({
      everyMs: deps.intervalMs ?? INTERVAL_MS,
      work: () => this.#write(devicesOf(deps.directory.all())),
      onError: (err) => this.#report(err),
    });
  }

  ended({ principal }: Session, end: SessionEnd): void {
    // The device of a server that ends is there again in a moment, on another one.
    if (principal.kind !== 'device' || end === 'server-closed') return;
    this.#gone.add(principal.id);
    void this.#writeGone();
  }

  close(): void {
    this.#stop();
  }

  /** Those who go while others are written follow in one statement. */
  async #writeGone(): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    while (this.#gone.size > 0) {
      const ids = [...this.#gone];
      this.#gone.clear();
      await this.#write(ids);
    }
    this.#writing = false;
  }

  /** Never waits for anyone who changes a device just now: the next minute has it too. */
  async #write(ids: readonly DeviceId[]): Promise<void> {
    if (ids.length === 0) return;
    await sql`
      update devices set last_seen_at = now() where id in (
        select id from devices where id = any(${ids}::uuid[]) for no key update skip locked)`
      .execute(this.#deps.db)
      .catch((err: unknown) => this.#report(err));
  }

  /** Lost connections are logged where they are noticed. */
  #report(err: unknown): void {
    this.#deps.log.debug({ err }, 'Not written when devices were last seen');
  }
}

const devicesOf = (sessions: Iterable<Session>): readonly DeviceId[] => [
  ...new Set([...sessions].flatMap(({ principal }) => (principal.kind === 'device' ? [principal.id] : []))),
];
