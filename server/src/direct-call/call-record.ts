import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Trx } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import type { CallDeps } from './call-deps.ts';
import { queueEnded, queueStarted } from './call-webhooks.ts';
import { announceMissed, historyChanged, recordLateReport, recordLegs } from './history-rows.ts';
import { keepLive, removeLive, saveLive } from './live-calls.ts';
import type { EndedState } from './machine.ts';
import { type CallView, customersOf, type Participant, present } from './participant.ts';

export interface RecordDeps extends Pick<CallDeps, 'db' | 'serverId' | 'log' | 'news'> {
  readonly events: Pick<CallDeps['events'], 'publish'>;
  /** Ends the attempts to write while the database is away. */
  readonly closing: AbortSignal;
  /** What is being written. */
  readonly writing: Set<Promise<void>>;
  /** Another server owns the call, or has found that it is over. */
  readonly onTaken: (call: CallView) => void;
}

/** What is written of one call, in order: that it lives, and the history of those who leave it (SPEC.md, D10, D14). */
export class CallRecord {
  readonly #deps: RecordDeps;
  readonly #call: CallView;
  #last: Promise<void> = Promise.resolve();
  #saved: boolean;
  #taken = false;

  constructor(deps: RecordDeps, call: CallView, saved: boolean) {
    this.#deps = deps;
    this.#call = call;
    this.#saved = saved;
  }

  /** The database knows that it lives. */
  get saved(): boolean {
    return this.#saved;
  }

  /** Writes down how the call is by then. The first time tells of its start. Settles when that is done or given up. */
  save(): Promise<void> {
    const { db, serverId } = this.#deps;
    return this.#write(async () => {
      const outcome = await db.transaction().execute(async (trx) => {
        const saved = await saveLive(trx, serverId, this.#call);
        if (saved === 'saved') await this.#tellStart(trx);
        return saved;
      });
      if (outcome === 'saved') {
        this.#saved = true;
        this.#tellManagers();
      }
      if (outcome === 'not-own') this.#lose();
    });
  }

  /**
   * Writes the history of those who leave; when the call is over, also takes it off the list of those that live. What
   * another server has taken up meanwhile is that one's to write.
   */
  leave(leaving: readonly Participant[], ended: EndedState, over: boolean): void {
    const { db, serverId, events } = this.#deps;
    const call = this.#call;
    const staying = present(call).map(({ participant }) => participant);
    void this.#write(async () => {
      const written = await changeAndAnnounce(db, events, async (trx, publish) => {
        const mine = !this.#saved || (await (over ? removeLive : keepLive)(trx, serverId, call));
        if (!mine) return false;
        await recordLegs(trx, call.id, leaving, ended);
        if (over) {
          // It may be over before it was first written down.
          await this.#tellStart(trx);
          await queueEnded(trx, call, [...leaving, ...staying], ended);
          await announceMissed(trx, publish, call, ended);
        }
        publish(historyChanged(leaving));
        return true;
      });
      if (!written) this.#lose();
      else {
        if (over) this.#saved = false;
        this.#tellManagers();
      }
    });
  }

  reportLate({ identity, report }: Participant): void {
    if (report) void this.#write(() => recordLateReport(this.#deps.db, this.#call.id, identity, report));
  }

  /** Another server writes from now on. */
  forget(): void {
    this.#taken = true;
    this.#saved = false;
  }

  /** Along with the row that says that it lives or has lived, so that no start is lost with its server. */
  async #tellStart(trx: Trx): Promise<void> {
    if (!this.#saved) await queueStarted(trx, this.#call);
  }

  #tellManagers(): void {
    this.#deps.news.callChanged(this.#call.id, customersOf(this.#call));
  }

  #lose(): void {
    this.forget();
    this.#deps.onTaken(this.#call);
  }

  #write(write: () => Promise<void>): Promise<void> {
    const { writing, closing, log } = this.#deps;
    const written = this.#last
      .then(() => (this.#taken ? undefined : persistently(write, closing)))
      .catch((err: unknown) => log.error({ err, callId: this.#call.id }, 'call not written down'))
      .finally(() => writing.delete(written));
    this.#last = written;
    writing.add(written);
    return written;
  }
}
