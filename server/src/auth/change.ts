import type { Trx } from '#server/db/database.ts';
import type { DomainEvent } from '#server/domain-events.ts';

/** The caller's transaction, and where to leave what is told once it has been committed. */
export interface Change {
  readonly db: Trx;
  publish(event: DomainEvent): void;
}
