import type { ColumnType, Generated } from 'kysely';
import type { AdminId, CustomerId, DeviceId, Id, TaskId, UserId } from '#protocol/ids.ts';
import type { LogDetails } from '#server/db/log-details.ts';
import type { GeneratedTime, SetByTrigger } from './columns.ts';

export interface NotificationsTable {
  id: Generated<Id<'notification'>>;
  user_id: UserId | null;
  customer_id: CustomerId | null;
  appears_at: Generated<Date>;
  title_ja: string;
  title_en: string;
  contents_ja: Generated<string>;
  contents_en: Generated<string>;
  updated_at: SetByTrigger<Date>;
  revision: Generated<number>;
}

export interface LogsTable {
  id: Generated<Id<'log'>>;
  at: GeneratedTime;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  resource: string;
  resource_id: string | null;
  customer_id: CustomerId | null;
  address: string | null;
  /** Field → [before, after], or what else belongs to the entry. */
  details: ColumnType<LogDetails | null, string | null | undefined, never>;
  request_id: Generated<string | null>;
}

export interface MailsTable {
  id: Generated<Id<'mail'>>;
  recipient: string;
  /** Who invites by it: a user or a device. */
  sender_id: Generated<UserId | DeviceId | null>;
  /** The next three are what limits count by (mail/mail-limits.ts). */
  kind: Generated<string | null>;
  caused_by: Generated<UserId | DeviceId | AdminId | null>;
  about: Generated<string | null>;
  subject: string;
  text: string;
  html: string;
  /** The next three are set together, for one that waits for its turn (mail/mail-pace.ts): the customer whose turns they are. */
  paced_by: Generated<CustomerId | null>;
  task_id: Generated<TaskId | null>;
  /** Not handed to the mail server before. */
  due_at: Generated<Date | null>;
  created_at: GeneratedTime;
  /** Being handed to the mail server; alone, without `sent_at`: no one knows whether it went out. */
  sending_at: Date | null;
  sent_at: Date | null;
  failed_at: Date | null;
}

/** Written by push/subscriptions.ts, and ended with its sign-in by auth/refresh-tokens.ts. */
export interface PushSubscriptionsTable {
  /** The sign-in. */
  family_id: string;
  user_id: UserId;
  endpoint: string;
  p256dh: string;
  auth: string;
  lang: 'ja' | 'en';
  created_at: GeneratedTime;
  used_at: Generated<Date | null>;
}
