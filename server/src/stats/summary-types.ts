import type { CustomerScope } from './customer-scope.ts';
import type { Period } from './period.ts';

export interface SummaryScope {
  readonly customers: CustomerScope;
  readonly period: Period;
}

export interface SummaryLine {
  /** As the API names it: YYYY-MM-DD, YYYY-MM, hour, weekday, both, how calls ended, or a peer's or device's id. */
  readonly key: string;
  readonly name: string;
  /** Participations of users and devices; of peaks calls. */
  readonly count: number;
  readonly seconds: number;
  /** Null, as the next, where it is not kept. */
  readonly calls: number | null;
  readonly guests: number | null;
}

export interface SummaryPage {
  readonly lines: readonly SummaryLine[];
  readonly total: number;
}

export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

export interface SummaryRow extends SummaryLine {
  readonly total: number;
}

/** What is read of a summary. */
export interface Asked {
  readonly page: PageRange;
  /** The lines that are wanted; kinds with few lines read all of theirs. */
  readonly keys?: readonly string[];
  /** Leaves out the lines that this period has, too. Rankings alone know it. */
  readonly without?: Period;
}
