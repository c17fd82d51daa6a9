import type { Expression } from 'kysely';
import type { Violation } from '#protocol/errors.ts';
import type {
  CreationOf,
  ReplacementOf,
  ResourceDefinition,
  ShownOf,
} from '#protocol/rest/define-resource.ts';
import type { Db } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';
import type { SpecificCode } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { Reach } from './access-table.ts';
import type { ChangeContext, RequestContext, RestDeps } from './context.ts';
import type { Condition, RowSource } from './row-source.ts';

/** Every row that is answered has these two. */
export interface BaseRow {
  readonly id: string;
  readonly revision: number;
}

/** Tables whose rows are changed one by one, guarded by their revision. */
export type GuardedTable = {
  [Table in keyof Schema]: Schema[Table] extends { id: unknown; revision: unknown } ? Table : never;
}[keyof Schema];

/** What the others are made of. */
export type BasicReach = Exclude<Reach, 'all' | 'yes' | 'managedOrOwn' | 'managedOrSide'>;

/** A filter of the list: what the values of its query parameter ask for. */
export type Filter = (
  values: readonly string[],
  principal: Principal | null,
  deps: Pick<RestDeps, 'presence'>,
) => Condition;

/** An order of the list; where who asks makes a difference, a function. */
export type Order = Expression<unknown> | ((principal: Principal | null) => Expression<unknown>);

/** What a list is searched for; `db` where it takes a look first. */
export type Search = (
  text: string,
  principal: Principal | null,
  isCommon: boolean,
  db: Db,
) => Condition | Promise<Condition>;

/**
 * What the server adds to a definition: where the rows come from and what a change does. Access, validation, paging,
 * bodies and documentation come from the definition and the access table.
 */
export interface ServerResource<
  Definition extends ResourceDefinition = ResourceDefinition,
  Row extends BaseRow = BaseRow,
> {
  readonly definition: Definition;
  /** Locked and compared with `If-Match` before a change; none for what cannot be changed. */
  readonly table?: GuardedTable;
  rows(db: Db, principal: Principal | null): RowSource<Row>;
  /** The id's column in `rows`. */
  readonly id: Expression<string>;
  /**
   * In SQL, what the access table names; a reach that is not here reaches nothing. `named`: the customers that a list's
   * filters name, which are asked for besides.
   */
  readonly reaches: {
    readonly [R in BasicReach]?: (principal: Principal, named?: readonly string[] | null) => Condition;
  };
  readonly filters: { readonly [Name in keyof Definition['filters']]: Filter };
  readonly orders: { readonly [Name in Definition['order'][number]]: Order };
  /** Columns that `search` looks in, or, where it is more than that, what it asks for. `isCommon`: of thousands of rows. */
  readonly search?: readonly Expression<unknown>[] | Search;
  /**
   * The total of the list, cheaper than counting; undefined where there is none for the asker, or for these filters (by
   * name). Not asked where something is searched for.
   */
  cheapTotal?(
    context: RequestContext,
    reach: Reach,
    filters: Readonly<Record<string, readonly string[]>>,
  ): Promise<number> | undefined;
  show(row: Row, context: RequestContext): ShownOf<Definition>;
  /** What POST lacks although the definition allows it to be left out: it depends on the asker. */
  missing?(context: RequestContext, body: Partial<CreationOf<Definition>>): readonly Violation[];
  create?(context: ChangeContext, body: CreationOf<Definition>): Promise<Created<Definition>>;
  /** Throws if the asker may read this row but not change it. `delete` checks that itself. */
  assertChangeable?(context: ChangeContext, row: Row): Promise<void>;
  /** `body` is the whole new state: PATCH has been merged. Has to raise the revision. */
  update?(context: ChangeContext, row: Row, body: ReplacementOf<Definition>): Promise<void>;
  /** Actions of the log that are the change of one field: the entry of the update itself leaves that field out. */
  readonly ownActions?: Readonly<Record<string, string>>;
  /** `sent`: the body of the request, which most have no use for. */
  delete?(context: ChangeContext, row: Row, sent: unknown): Promise<void>;
  /** Unique constraints, as violations of the field that lost the race. */
  readonly constraints?: Readonly<
    Record<string, { readonly propertyPath: string; readonly code: SpecificCode }>
  >;
}

/** The part of a resource by which its items are found: the same for every definition. */
export type ItemSource<Row extends BaseRow> = Pick<
  ServerResource<ResourceDefinition, Row>,
  'definition' | 'table' | 'rows' | 'id' | 'reaches'
>;

export interface Created<Definition extends ResourceDefinition> {
  readonly id: string;
  /** Shown in this answer only (a secret). */
  readonly once?: Partial<ShownOf<Definition>>;
}

/** Only to infer the types. */
export const serverResource = <Definition extends ResourceDefinition, Row extends BaseRow>(
  resource: ServerResource<Definition, Row> & { readonly definition: Definition },
): ServerResource<Definition, Row> => resource;
