import type { FastifyBaseLogger } from 'fastify';
import type { AuditAction } from '#protocol/audit-actions.ts';
import type { CustomerId, TaskId } from '#protocol/ids.ts';
import type { PartyKey, PresenceState } from '#protocol/party.ts';
import type { Installation } from '#protocol/rest/resources/auth.ts';
import type { NotedDetails } from '#server/audit-log.ts';
import type { Auth } from '#server/auth/auth.ts';
import type { BrowserMemory, KnownBrowsers } from '#server/auth/known-browsers.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { DatabaseDisk } from '#server/db/database-disk.ts';
import type { HeavyReads } from '#server/db/heavy-reads.ts';
import type { DomainEvent, DomainEvents } from '#server/domain-events.ts';
import type { FairQueue } from '#server/limits/fair-queue.ts';
import type { RequestRate } from '#server/limits/request-rate.ts';
import type { Shares } from '#server/limits/shares.ts';
import type { Turns } from '#server/limits/turns.ts';
import type { Links } from '#server/links.ts';
import type { QueueMail } from '#server/mail/mail-content.ts';
import type { PaceLimits } from '#server/mail/mail-pace.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { Principal } from '#server/principal.ts';
import type { RecordingAccess } from '#server/recording/recording-access.ts';
import type { RecordingFiles } from '#server/recording/recording-files.ts';
import type { RecordingLinkTokens } from '#server/recording/sharing/recording-links.ts';
import type { SignedAccess } from '#server/recording/signed-access.ts';
import type { UnknownRecordings } from '#server/recording/unknown-recordings.ts';
import type { SelfTests } from '#server/self-tests.ts';
import type { PeerRankings } from '#server/stats/peer-rankings.ts';
import type { Who } from './access-table.ts';
import type { TaskNotices } from './tasks/task-notices.ts';

/** What app.ts hands to the API. */
export interface RestDeps {
  readonly db: Db;
  readonly disk: DatabaseDisk;
  /** How many media nodes take new rooms. */
  readonly usableMediaNodes: () => number;
  readonly counts: HeavyReads;
  readonly heavyReads: HeavyReads;
  /** Rows up to which totals are exact; 100,000 by default. */
  readonly countedAtMost?: number;
  readonly peerRankings: PeerRankings;
  readonly auth: Auth;
  /** Shared with the sockets of this server. */
  readonly requestRate: Pick<RequestRate, 'requestBy'>;
  readonly turns: Turns;
  /** By network, of those without an account. */
  readonly addressTurns: Turns<string>;
  /** Of these requests, those that hash a password. */
  readonly passwords: FairQueue;
  readonly knownBrowsers: KnownBrowsers;
  readonly events: DomainEvents;
  /** Told of each change that stands in the audit log. */
  readonly news: Pick<ManagerNews, 'resourceChanged'>;
  readonly queueMail: QueueMail;
  /** How many invitations of imports go out in a day. */
  readonly mailPace: PaceLimits;
  readonly links: Links;
  readonly presence: {
    stateOf(key: PartyKey): PresenceState;
    /** Everyone who is there. */
    present(): ReadonlyMap<PartyKey, PresenceState>;
  };
  readonly selfTests: SelfTests;
  readonly recordingFiles: Pick<RecordingFiles, 'read'>;
  readonly unknownRecordings: UnknownRecordings;
  readonly recordingAccess: RecordingAccess;
  readonly recordingLinkTokens: RecordingLinkTokens;
  /** For exports alone, each of which holds a connection as long as it is downloaded. */
  readonly exportsDb: Db;
  /** Downloads of exports in progress; a customer leaves connections to the others. */
  readonly exportShares: Shares;
  readonly exportAccess: SignedAccess;
  /** How long recordings are kept. */
  readonly recordingKeepDays: number;
  /** How long notifications are kept after they appeared. */
  readonly notificationKeepDays: number;
  readonly taskNotices: Pick<TaskNotices, 'changed'>;
  /** How long finished tasks are kept. */
  readonly taskKeepDays: number;
  /** Webhooks may lead into private networks (WEBHOOK_PRIVATE_ADDRESSES). */
  readonly webhookPrivateAddresses: boolean;
  /** Push services may lie in private networks (WEB_PUSH_PRIVATE_ADDRESSES). */
  readonly webPushPrivateAddresses: boolean;
  /** Where people and programs reach the server: addresses in answers and documents begin with it. */
  readonly publicUrl: string;
  /** What `GET /version` says. */
  readonly installation: Installation;
}

/** One request: who asks, and what is announced after it. */
export interface RequestContext {
  /** For changes the transaction in which everything of the request happens. */
  readonly db: Db;
  readonly principal: Principal | null;
  readonly who: Who;
  /** Internet address of the asker. */
  readonly address: string;
  readonly browser: BrowserMemory;
  /** As the answer names the request. */
  readonly requestId: string;
  /** What the asker reads; for mails to people who have no account. */
  readonly lang: 'ja' | 'en';
  readonly log: FastifyBaseLogger;
  /** The task that the request is a row of. */
  readonly taskId?: TaskId;
  readonly deps: RestDeps;
}

/** A change: everything in one transaction. */
export interface ChangeContext extends RequestContext {
  readonly db: Trx;
  /** Told to live sessions and calls once the transaction has been committed, never before. */
  publish(event: DomainEvent): void;
  /** A row of the audit trail. */
  audit(
    action: AuditAction,
    resource: string,
    resourceId: string,
    customerId: CustomerId | null,
    details?: NotedDetails,
  ): Promise<void>;
}
