import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SummaryKind } from '#protocol/summary-kinds.ts';

const CLOCK_KINDS: readonly SummaryKind[] = ['byday', 'byhour', 'byweek', 'byweekhour', 'bymonth', 'bypeak'];

export interface CountedCustomers {
  /** IANA name of the time zone of the one customer that is counted; null: several are. */
  readonly zone: string | null;
  /** The default customer is among them. */
  readonly all: boolean;
}

/**
 * By which clock calls are counted. Each call counts in the time zone of its customer, except in the most calls at once: they
 * have one clock, the default customer's, or without it that of the first customer.
 */
export function zoneText(i18n: I18n, kind: SummaryKind, { zone, all }: CountedCustomers): string {
  if (zone !== null) return i18n._(msg`time zone ${zone}`);
  if (kind !== 'bypeak') return i18n._(msg`each in its customer’s time zone`);
  return i18n._(
    all ? msg`in the default customer’s time zone` : msg`in the time zone of one of the customers`,
  );
}

/** Whether lines are parts of the time, so that it depends on the clock in which one a call counts. */
export const isByClock = (kind: SummaryKind): boolean => CLOCK_KINDS.includes(kind);
