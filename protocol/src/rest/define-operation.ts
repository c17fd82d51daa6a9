import { type Static, type TSchema, Type } from 'typebox';
import type { Fields } from './field.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an operation answers with. */
export type ReplyDefinition =
  /** An item, or a list, of a resource: its name. */
  | { readonly kind: 'item'; readonly resource: string }
  | { readonly kind: 'collection'; readonly resource: string }
  /** Its own body, `application/json`. */
  | { readonly kind: 'json'; readonly schema: TSchema }
  /** The bytes of a file with its own media type, of which ranges can be asked for; with `media`, a whole one of that type. */
  | { readonly kind: 'file'; readonly media?: string }
  /** 204. */
  | { readonly kind: 'nothing' };

export interface OperationDefinition<
  Body extends Fields | undefined = Fields | undefined,
  Reply extends ReplyDefinition = ReplyDefinition,
> {
  readonly method: HttpMethod;
  /** Below `/api/v1/`, path parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly body: Body;
  /** The body may be left out, as if it were empty: of one without required fields. */
  readonly bodyOptional?: true;
  readonly reply: Reply;
  /** `application/json` alone (the auth calls), or JSON-LD, where `application/json` is taken for it too. */
  readonly media: 'json' | 'ld+json';
  /** Answered with 201 or 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  readonly query?: QueryParameters;
  /** `Idempotency-Key`: the same request with the same key is done once. */
  readonly idempotencyKey?: boolean;
  /** Of a collection: it can be had as `text/csv` too, in long pages (server/src/rest/csv.ts), with these fields as columns. */
  readonly csv?: readonly string[];
  /** Of a collection: the most on a page, where that is more than of other lists. */
  readonly maxPageSize?: number;
}

/** Query parameters, each with the schema of its value. */
export type QueryParameters = Readonly<
  Record<string, { readonly schema: TSchema; readonly description: string }>
>;

/** An operation that no other resource has. */
export const defineOperation = <
  const Reply extends ReplyDefinition,
  const Body extends Fields | undefined = undefined,
>(
  definition: Omit<OperationDefinition<Body, Reply>, 'body' | 'media'> & {
    readonly body?: Body;
    /** `ld+json` by default. */
    readonly media?: 'json' | 'ld+json';
  },
): OperationDefinition<Body, Reply> => ({ media: 'ld+json', ...definition, body: definition.body as Body });

export const nothing = { kind: 'nothing' } as const;
export const file = { kind: 'file' } as const;
export const json = <Schema extends TSchema>(schema: Schema) => ({ kind: 'json', schema }) as const;
export const item = <Resource extends string>(resource: Resource) => ({ kind: 'item', resource }) as const;
export const collection = <Resource extends string>(resource: Resource) =>
  ({ kind: 'collection', resource }) as const;

type BodyKeys<Body extends Fields, Optional extends boolean> = {
  [Name in keyof Body]: Body[Name]['optional'] extends Optional ? Name : never;
}[keyof Body];

/** The body of a custom operation. */
export type BodyOf<Operation extends OperationDefinition> = Operation['body'] extends Fields
  ? { [Name in BodyKeys<Operation['body'], false>]: Static<Operation['body'][Name]['schema']> } & {
      [Name in BodyKeys<Operation['body'], true>]?: Static<Operation['body'][Name]['schema']>;
    }
  : undefined;

/** Schema of an operation's body. */
export const bodySchema = (fields: Fields): TSchema =>
  Type.Object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        field.optional ? Type.Optional(field.schema) : field.schema,
      ]),
    ),
    { additionalProperties: false },
  );
