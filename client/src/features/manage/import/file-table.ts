import type { FileEncoding } from './encoding.ts';

/** A file as a table. */
export interface FileTable {
  readonly encoding: FileEncoding;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Where each row stands in the file, from 1 with the headings and empty rows, as a spreadsheet counts them. */
  readonly lines: readonly number[];
}

/** What the worker says of a file; where it cannot be read, why. */
export type ReadFile =
  | { readonly kind: 'table'; readonly table: FileTable }
  | { readonly kind: 'failed'; readonly reason: 'encoding' | 'empty' | 'no-rows' | 'too-many-rows' };
