import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { OperationName, OperationOwnName, operations } from '#protocol/rest/api.ts';
import type {
  BodyOf,
  HttpMethod,
  OperationDefinition,
  QueryParameters,
} from '#protocol/rest/define-operation.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { Fields } from '#protocol/rest/field.ts';
import type { Reach } from './access-table.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { ListOptions, OwnParameters } from './list-query.ts';
import type { Condition, Sorting } from './row-source.ts';

/** A file, or why it is not sent. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly media: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no body is sent. */
  readonly stream: Readable | null;
}

/** What is sent. */
export interface Answer {
  readonly status: number;
  readonly media: 'application/json' | 'application/ld+json' | null;
  readonly body: object | null;
  /** Sent in place of the body. */
  readonly file?: FileAnswer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of an item that can be changed: what `If-Match` is compared with. */
  readonly revision?: number;
}

export interface EndpointInput {
  readonly list: ListOptions;
  readonly own: OwnParameters;
  /** Has passed `checkBody`, if there is one. */
  readonly body: unknown;
  /** Path and query as asked for. */
  readonly url: string;
  readonly ifMatch: string | undefined;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

export type Parameters = Readonly<Record<string, string>>;

/**
 * Finds what the path names within the asker's reach (`undefined`: the table gives none), and returns what does the
 * work: so access is settled before the body is looked at, and a refusal tells nothing about the body's rules.
 */
export type Open<Context> = (
  context: Context,
  params: Parameters,
  reach: Reach | undefined,
) => Promise<(input: EndpointInput) => Promise<Answer>>;

/** One operation, ready to be mounted: the common ones (crud-endpoints.ts) and those of their own alike. */
export interface Endpoint {
  readonly name: OperationName;
  readonly method: HttpMethod;
  /** Below `/api/v1/`, parameters in braces. */
  readonly path: string;
  readonly consumes: 'json' | 'ld+json' | 'merge-patch' | null;
  /** Of the body, if there is one. */
  readonly fields: Fields | null;
  /** Of the whole body before `open`'s result runs; null where there is none, or where it has to be merged first. */
  readonly checkBody: ((body: unknown) => void) | null;
  /** A list of it is answered: its filters, paging and sorting can be asked for. */
  readonly lists: ResourceDefinition | null;
  readonly ownQuery: QueryParameters;
  /** Columns of the list as `text/csv`, where it can be had so. */
  readonly csv?: readonly string[];
  readonly run:
    | { readonly transaction: false; readonly open: Open<RequestContext> }
    | { readonly transaction: true; readonly open: Open<ChangeContext> };
}

type Definitions = typeof operations;

/** What an operation of its own returns; the answer is made from it. */
export type OperationResult<Reply extends OperationDefinition['reply']> = Reply extends {
  readonly kind: 'item';
}
  ? { readonly id: string; readonly once?: object } | Member
  : Reply extends { readonly kind: 'collection' }
    ?
        | { readonly where: readonly Condition[]; readonly order?: readonly Sorting[] }
        | { readonly members: readonly Member[]; readonly total: number }
    : Reply extends { readonly kind: 'file' }
      ? FileAnswer
      : Reply extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
        ? Static<Schema>
        : // biome-ignore lint/suspicious/noConfusingVoidType: it is a return type, which the condition hides from the rule
          void;

/** An item that stands in no table. */
export interface Member {
  readonly id: string;
  readonly shown: object;
}

export interface OperationInput<Name extends OperationOwnName> extends Omit<EndpointInput, 'body'> {
  readonly params: Parameters;
  readonly reach: Reach;
  readonly body: BodyOf<Definitions[Name]>;
}

type Result<Name extends OperationOwnName> = Promise<OperationResult<Definitions[Name]['reply']>>;

/** The server's side of an operation of its own; own-operations.ts makes an endpoint of it. */
export type OperationHandler = {
  readonly [Name in OperationOwnName]: { readonly name: Name } & (
    | OperationRun<Name, RequestContext, false>
    | OperationRun<Name, ChangeContext, true>
  );
}[OperationOwnName];

type OperationRun<Name extends OperationOwnName, Context, Transaction extends boolean> = {
  /**
   * `true`: all in one transaction. `false`: it reads, or leaves its changes to a service with transactions of its own
   * (one here would hold a connection while that service waits for another).
   */
  readonly transaction: Transaction;
} & (
  | {
      readonly handle: (context: Context, input: OperationInput<Name>) => Result<Name>;
      readonly open?: never;
    }
  | {
      /**
       * Where the path names an item: finds it within the reach, or throws 404 or 403 (find-item.ts), and returns what is
       * done with it.
       */
      readonly open: (
        context: Context,
        params: Parameters,
        reach: Reach | undefined,
      ) => Promise<(input: OperationInput<Name>) => Result<Name>>;
      readonly handle?: never;
    }
);
