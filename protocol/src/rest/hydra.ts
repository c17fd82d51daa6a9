import { Type } from 'typebox';
import { violationTable } from '#protocol/error-titles.ts';
import type { ErrorCode, Violation } from '#protocol/errors.ts';

export const JSON_LD = 'application/ld+json';
export const JSON_PLAIN = 'application/json';
export const MERGE_PATCH = 'application/merge-patch+json';
export const MEDIA_CSV = 'text/csv';

/** Without `pageSize`, and with the greatest allowed one. */
export const DEFAULT_PAGE_SIZE = 30;
export const MAX_PAGE_SIZE = 100;
/** Rows that a page may lie behind by its number: further ones are found by `cursor`. */
export const MAX_LIST_OFFSET = 100_000;
/** The last page that is found by its number. */
export const deepestPage = (pageSize: number): number => Math.floor(MAX_LIST_OFFSET / pageSize) + 1;
/** Letters of a text that is searched for. */
export const MAX_SEARCH_LENGTH = 200;

/** A list as API Platform 3 writes it. */
export interface HydraCollection<Item> {
  readonly '@context': string;
  readonly '@id': string;
  readonly '@type': 'hydra:Collection';
  readonly 'hydra:totalItems': number;
  /** There are more than 100,000, and the total and `hydra:last` are estimates. */
  readonly totalItemsEstimated?: true;
  readonly 'hydra:member': readonly Item[];
  readonly 'hydra:view'?: HydraView;
  readonly 'hydra:search'?: HydraSearch;
}

export interface HydraView {
  readonly '@id': string;
  readonly '@type': 'hydra:PartialCollectionView';
  readonly 'hydra:first'?: string;
  readonly 'hydra:last'?: string;
  readonly 'hydra:previous'?: string;
  readonly 'hydra:next'?: string;
}

export interface HydraSearch {
  readonly '@type': 'hydra:IriTemplate';
  /** RFC 6570. */
  readonly 'hydra:template': string;
  readonly 'hydra:variableRepresentation': 'BasicRepresentation';
  readonly 'hydra:mapping': readonly {
    readonly '@type': 'IriTemplateMapping';
    readonly variable: string;
    readonly property: string | null;
    readonly required: boolean;
  }[];
}

/** The body of every error; `code`, `retryAfterMs` and `requestId` are this product's addition. */
export interface HydraError {
  readonly '@context': string;
  readonly '@type': 'hydra:Error' | 'ConstraintViolationList';
  readonly 'hydra:title': string;
  readonly 'hydra:description': string;
  readonly code: ErrorCode;
  /** With `ConstraintViolationList` only. */
  readonly violations?: readonly Violation[];
  readonly retryAfterMs?: number;
  /** With the server's own faults: the log has the request under it. */
  readonly requestId?: string;
}

const ViolationSchema = Type.Object({
  propertyPath: Type.String({ description: 'The field, a.b[0] for nested ones; empty: the body as a whole' }),
  message: Type.String(),
  code: Type.Union(Object.keys(violationTable).map((code) => Type.Literal(code))),
});

export const HydraErrorSchema = Type.Object({
  '@context': Type.String(),
  '@type': Type.String({ enum: ['hydra:Error', 'ConstraintViolationList'] }),
  'hydra:title': Type.String(),
  'hydra:description': Type.String(),
  code: Type.String({ description: 'Stable; clients decide and translate by it' }),
  violations: Type.Optional(Type.Array(ViolationSchema)),
  retryAfterMs: Type.Optional(Type.Integer({ minimum: 0, description: 'As Retry-After, in milliseconds' })),
  requestId: Type.Optional(Type.String({ description: 'With 5xx: as X-Request-Id; the log has it' })),
});
