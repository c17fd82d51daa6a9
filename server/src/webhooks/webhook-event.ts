import type { CallId, CustomerId, GroupId, RoomId, UserId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { FilmFormat } from '#protocol/sfu/film.ts';
import type { Trx } from '#server/db/database.ts';

/** A call as those hear of it who are not in it. */
export interface CallData {
  readonly callId: CallId | RoomId;
  readonly kind: 'direct' | 'group';
  /** A group call's group. */
  readonly groupId?: GroupId;
  /** Who is in it: both sides; at a group call's end everyone who was in it. */
  readonly parties: readonly Party[];
  /** ISO 8601. */
  readonly startedAt: string;
}

export interface EndedCallData extends CallData {
  /** ISO 8601. */
  readonly endedAt: string;
  readonly durationS: number;
  /** How it ended, as in the call history. */
  readonly reason: string;
}

/** What is told to webhooks, with the data of its payload (docs/api.md). */
export type WebhookEvent = {
  /** Whose webhooks hear of it. */
  readonly customerIds: readonly CustomerId[];
  /** It is queued once for each of these, however often it is said. */
  readonly subject: string;
  /** ISO 8601: when it happened. */
  readonly timestamp: string;
} & (
  | { readonly name: 'call.started'; readonly data: CallData }
  | { readonly name: 'call.ended'; readonly data: EndedCallData }
  | {
      readonly name: 'recording.ready';
      readonly data: {
        readonly recordingId: string;
        readonly groupId: string | null;
        readonly startedAt: string;
        readonly endedAt: string | null;
        readonly bytes: number | null;
      };
    }
  | {
      readonly name: 'film.ready';
      readonly data: {
        readonly filmId: string;
        readonly recordingId: string;
        readonly groupId: string | null;
        readonly format: FilmFormat;
        readonly durationS: number;
        readonly bytes: number;
      };
    }
  | {
      readonly name: 'user.verified';
      readonly data: { readonly userId: UserId; readonly email: string; readonly name: string };
    }
);

/** Queues an event for anyone who wants to hear of it: delivered if and only if the caller's transaction commits. */
export type QueueWebhookEvent = (trx: Trx, event: WebhookEvent) => Promise<void>;
