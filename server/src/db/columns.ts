import type { ColumnType } from 'kysely';

/** Neither given nor changed by queries. */
export type SetByTrigger<Value> = ColumnType<Value, never, never>;

/** Set by the database when it is not given, and never changed. */
export type GeneratedTime = ColumnType<Date, Date | undefined, never>;
