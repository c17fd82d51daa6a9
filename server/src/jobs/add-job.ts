import { sql } from 'kysely';
import type { AdminId, CustomerId, FilmId, Id, RecordingId, TaskId, UserId } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DomainEvent } from '#server/domain-events.ts';

/** Every job there is, with what it carries; jobs.ts runs them. */
export interface JobPayloads {
  /** What a transaction has said (change-and-announce.ts). */
  'tell-events': { readonly events: readonly DomainEvent[] };
  'send-mail': { readonly mailId: string };
  /** Asked for by anyone, for any address: the same work whether it has an account or not. */
  'send-reset-link': { readonly audience: 'user' | 'manager' | 'admin'; readonly mail: string };
  /** Likewise asked for by anyone, for any address. */
  'send-verification-link': {
    readonly kind?: 'user' | 'admin';
    readonly mail: string;
    /** In which an admin is written to. */
    readonly lang?: 'ja' | 'en';
  };
  'bring-invitations-forward': { readonly customerId: CustomerId };
  'remove-expired-tokens': Readonly<Record<string, unknown>>;
  'remove-old-mails': Readonly<Record<string, unknown>>;
  'remove-old-logs': Readonly<Record<string, unknown>>;
  'remove-recording-files': { readonly recordingId: RecordingId };
  /** The film that the customer has made of each recording. */
  'make-film': { readonly recordingId: RecordingId };
  /** `tries`: how often no node that has its files could be asked; 0 by default. */
  'compose-film': { readonly filmId: FilmId; readonly tries?: number };
  /** The id of the section in whose folder it is. */
  'remove-film-file': { readonly filmId: FilmId; readonly recordingId: RecordingId };
  'reconcile-recordings': Readonly<Record<string, unknown>>;
  'remove-old-recordings': Readonly<Record<string, unknown>>;
  'rescue-mails': Readonly<Record<string, unknown>>;
  'rebuild-statistics': Readonly<Record<string, unknown>>;
  'end-lost-group-calls': Readonly<Record<string, unknown>>;
  /** The next delivery to a webhook of the customer whose receiver is quick (webhooks/delivery-queue.ts). */
  'deliver-webhooks': { readonly customerId: CustomerId };
  /** Likewise where the receiver took long the last time. */
  'deliver-to-slow-webhooks': { readonly customerId: CustomerId };
  /** Queued by servers of the version before. */
  'deliver-webhook': { readonly deliveryId: string };
  'rescue-webhook-deliveries': Readonly<Record<string, unknown>>;
  'remove-old-webhook-deliveries': Readonly<Record<string, unknown>>;
  'work-on-task': { readonly taskId: TaskId };
  'rescue-tasks': Readonly<Record<string, unknown>>;
  'remove-old-tasks': Readonly<Record<string, unknown>>;
  'remove-old-notifications': Readonly<Record<string, unknown>>;
  /** A user or administrator who was deleted (forget-person.ts). */
  'forget-person': {
    readonly id: UserId | AdminId;
    /** The id of the user's settings: the log shows changes of settings under the user's name. */
    readonly settingsId: Id<'setting'> | null;
    /** The mail address, and those before it, in small letters. */
    readonly addresses: readonly string[];
    /** Empty: none. */
    readonly nickname: string;
    /** The second time, for what was written while the first one ran. */
    readonly again: boolean;
  };
}
export type JobName = keyof JobPayloads;

/** There may be thousands of these: the others of their queue that are due run first, and half of its slots stay free of them. */
const IN_BULK: ReadonlySet<JobName> = new Set([
  'remove-recording-files',
  'remove-film-file',
  'forget-person',
]);
const BEHIND_OTHERS_PRIORITY = 10;

/** Attempts with growing pauses (e^n seconds, graphile-worker's rule): the last comes after about 16 hours. */
const MAX_ATTEMPTS = 12;

interface JobOptions {
  /** A job with the same key that is waiting already is replaced, never doubled. */
  readonly key?: string;
  /** From now, by the database's clock; 0 by default. */
  readonly delayMs?: number;
  /** Whose share of the queue's slots the job takes (queues.ts), e.g. a customer's id; none by default. */
  readonly share?: string | null;
  /** Other jobs of the queue that are due run first. */
  readonly behindOthers?: boolean;
}

/** Queues a job. In a transaction it runs if and only if that commits. */
export async function addJob<Name extends JobName>(
  db: Db | Trx,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  const inBulk = IN_BULK.has(name);
  const share = options.share ?? (inBulk ? 'in-bulk' : null);
  const behindOthers = options.behindOthers ?? inBulk;
  await sql`
    select graphile_worker.add_job(
      ${name}::text,
      ${JSON.stringify(payload)}::json,
      max_attempts => ${MAX_ATTEMPTS}::integer,
      job_key => ${options.key ?? null}::text,
      priority => ${behindOthers ? BEHIND_OTHERS_PRIORITY : 0}::integer,
      flags => ${share === null ? null : [share]}::text[],
      run_at => now() + ${options.delayMs ?? 0} * interval '1 millisecond'
    )`.execute(db);
}

/** Takes a job out of the queue; without effect where it is gone, or running. */
export async function removeJob(db: Db | Trx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db);
}
