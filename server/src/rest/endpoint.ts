import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { OperationName } from '#protocol/rest/api.ts';
import type { HttpMethod, QueryParameters } from '#protocol/rest/define-operation.ts';
import type { ResourceDefinition } from '#protocol/rest/define-resource.ts';
import type { Fields } from '#protocol/rest/field.ts';
import type { Reach } from './access-table.ts';
import type { ChangeContext, RequestContext } from './context.ts';
import type { ListOptions, OwnParameters } from './list-query.ts';

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

/** One operation, ready to be mounted: the common ones (crud-endpoints.ts) and the others (operation.ts) alike. */
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
  /** No body, of no media type, is taken for an empty one. */
  readonly bodyOptional?: true;
  /** A list of it is answered: its filters, paging and sorting can be asked for. */
  readonly lists: ResourceDefinition | null;
  readonly ownQuery: QueryParameters;
  /** Columns of the list as `text/csv`, where it can be had so. */
  readonly csv?: readonly string[];
  /** Of its pages, where that is more than of other lists. */
  readonly maxPageSize?: number;
  readonly run:
    | { readonly transaction: false; readonly open: Open<RequestContext> }
    | { readonly transaction: true; readonly open: Open<ChangeContext> };
}

/** An item that stands in no table. */
export interface Member {
  readonly id: string;
  readonly shown: object;
}
