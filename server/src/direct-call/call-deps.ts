import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import type { ServerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { RecordedChat } from '#server/db/recorded-chat.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { IceServers } from '#server/ice-servers.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { PushRings } from '#server/push/push-rings.ts';
import type { RingRate } from '#server/ring-rate.ts';
import type { Presence, SessionDirectory } from '#server/session.ts';

/** What the modules of 1-to-1 calls are made with. */
export interface CallDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly heartbeat: ServerHeartbeat;
  readonly events: Pick<DomainEvents, 'publish' | 'subscribe'>;
  readonly directory: SessionDirectory;
  readonly presence: Presence;
  readonly news: Pick<ManagerNews, 'callChanged'>;
  readonly push: Pick<PushRings, 'reaches' | 'ring'>;
  /** Shared with the rings of group calls. */
  readonly ringRate: RingRate;
  readonly recordedChat: RecordedChat;
  readonly ice: IceServers;
  readonly log: Logger;
  /** How long a call rings. */
  readonly ringTimeoutMs: number;
  /** How long a call waits for those whose server is gone. */
  readonly takeUpMs: number;
}
