import type { ColumnType, Generated } from 'kysely';
import type { CustomerId, Id } from '#protocol/ids.ts';
import type { DeliveredEventName, WebhookEventName } from '#protocol/rest/resources/webhook.ts';
import type { GeneratedTime } from './columns.ts';

export interface WebhooksTable {
  id: Generated<Id<'webhook'>>;
  customer_id: CustomerId;
  name: Generated<string>;
  url: string;
  events: WebhookEventName[];
  enabled: Generated<boolean>;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  failing_since: Date | null;
  /** Time-outs since the last answer. */
  timeouts: Generated<number>;
  /** Nothing is sent before. */
  paused_until: Date | null;
  /** The last attempt took long. */
  slow: Generated<boolean>;
  revision: Generated<number>;
  created_at: GeneratedTime;
}

export interface WebhookDeliveriesTable {
  id: Generated<Id<'webhookDelivery'>>;
  webhook_id: Id<'webhook'>;
  customer_id: CustomerId;
  event: DeliveredEventName;
  /** What the event is about; once for each webhook and event. */
  subject: string;
  /** The body as it is sent. */
  payload: string;
  state: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>;
  attempts: Generated<number>;
  last_status: number | null;
  last_error: string | null;
  /** The beginning of the last answer. */
  last_answer: Generated<string | null>;
  last_duration_ms: Generated<number | null>;
  last_attempt_at: Date | null;
  next_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sending_at: Date | null;
  revision: Generated<number>;
  created_at: GeneratedTime;
}
