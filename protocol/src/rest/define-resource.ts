import { type TSchema, Type } from 'typebox';
import type { Creation, Fields, Merge, Replacement, Shown } from './field.ts';

/** What every resource supports in the same way; everything else is a custom operation (define-operation.ts). */
export type CrudName = 'list' | 'create' | 'read' | 'replace' | 'merge' | 'delete';

export interface ResourceDefinition<
  Name extends string = string,
  Path extends string = string,
  Map extends Fields = Fields,
  Crud extends CrudName = CrudName,
  Filter extends string = string,
  Order extends string = string,
> {
  /** The class: `@type`, the name of its context, of its OpenAPI schema. */
  readonly name: Name;
  /** Below `/api/v1/`. */
  readonly path: Path;
  readonly description: string;
  readonly fields: Map;
  readonly operations: readonly Crud[];
  /** Query parameters that narrow the list, each with the schema of its text. */
  readonly filters: Readonly<Record<Filter, QueryFilter>>;
  /** Fields for `order[field]=asc|desc`; the first is the default. */
  readonly order: readonly Order[];
  /** Which way the default order goes. */
  readonly defaultDirection: 'asc' | 'desc';
  /** Orders by a time in which pages are found by `cursor`; that of `id` always is one. */
  readonly keysets: readonly Order[];
  /** One of `keysets`: the order in which rows were last written, which the parameter `settled` goes with. */
  readonly settled?: Order;
  /** Fields that `search` looks in; empty: there is no `search`. */
  readonly search: readonly string[];
}

export interface QueryFilter {
  readonly schema: TSchema;
  readonly description: string;
  /** The field that it looks at, for `hydra:search`. */
  readonly property: string;
}

/** One definition a resource, from which come validation, bodies, documentation and the client's types. */
export const defineResource = <
  const Name extends string,
  const Path extends string,
  const Map extends Fields,
  const Crud extends CrudName,
  const Order extends string,
  const Filter extends string = never,
>(definition: {
  readonly name: Name;
  readonly path: Path;
  readonly description: string;
  readonly fields: Map;
  readonly operations: readonly Crud[];
  readonly filters?: Readonly<Record<Filter, QueryFilter>>;
  readonly order: readonly Order[];
  readonly defaultDirection?: 'asc' | 'desc';
  readonly keysets?: readonly NoInfer<Order>[];
  readonly settled?: NoInfer<Order>;
  readonly search?: readonly (keyof Map & string)[];
}): ResourceDefinition<Name, Path, Map, Crud, Filter, Order> => ({
  defaultDirection: 'asc',
  keysets: [],
  search: [],
  ...definition,
  filters: definition.filters ?? ({} as Readonly<Record<Filter, QueryFilter>>),
});

export type ShownOf<Definition extends ResourceDefinition> = Shown<Definition['fields']>;
export type CreationOf<Definition extends ResourceDefinition> = Creation<Definition['fields']>;
export type ReplacementOf<Definition extends ResourceDefinition> = Replacement<Definition['fields']>;
export type MergeOf<Definition extends ResourceDefinition> = Merge<Definition['fields']>;

/** A resource as an answer contains it. */
export type ItemOf<Definition extends ResourceDefinition> = {
  readonly '@context'?: string;
  readonly '@id': string;
  readonly '@type': Definition['name'];
} & ShownOf<Definition>;

/** Query of a list. Arrays are sent as `name[]=value`. */
export type ListQuery<Definition extends ResourceDefinition> = {
  readonly page?: number;
  readonly pageSize?: number;
  readonly search?: string;
  readonly order?: Partial<Record<Definition['order'][number], 'asc' | 'desc'>>;
} & { readonly [Filter in keyof Definition['filters']]?: string | readonly string[] };

const objectOf = (
  definition: ResourceDefinition,
  pick: (field: Fields[string]) => 'required' | 'optional' | 'absent',
): TSchema => {
  const properties: Record<string, TSchema> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    const use = pick(field);
    if (use === 'required') properties[name] = field.schema;
    if (use === 'optional') properties[name] = Type.Optional(field.schema);
  }
  return Type.Object(properties, { additionalProperties: false });
};

/** Schema of POST's body. */
export const creationSchema = (definition: ResourceDefinition): TSchema =>
  objectOf(definition, ({ mode, optional }) =>
    mode === 'read' ? 'absent' : optional ? 'optional' : 'required',
  );

/** Schema of PUT's body, and of what PATCH merges to. */
export const replacementSchema = (definition: ResourceDefinition): TSchema =>
  objectOf(definition, ({ mode, optional }) =>
    mode === 'edit' ? (optional ? 'optional' : 'required') : mode === 'write' ? 'optional' : 'absent',
  );

/** Schema of an answer's own properties. */
export const shownSchema = (definition: ResourceDefinition): TSchema =>
  objectOf(definition, ({ mode, optional }) =>
    mode === 'write' ? 'absent' : mode === 'read' && optional ? 'optional' : 'required',
  );
