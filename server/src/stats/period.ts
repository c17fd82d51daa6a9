import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { type CustomerScope, ofCustomers } from './customer-scope.ts';

/** Days of the customer's zone, both included, as YYYY-MM-DD. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

/** What a period is counted in: of months it begins with a whole one. */
export type PeriodUnit = 'days' | 'months';

const DAY_MS = 86_400_000;

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const ofDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** PostgreSQL has no year 0. */
const FIRST_DAY = '0001-01-01';

/** Whether there is such a day: the form does not tell. */
export const isDay = (text: string): boolean => {
  const ms = ofDay(text);
  return !Number.isNaN(ms) && toDay(ms) === text && text >= FIRST_DAY;
};

/** How many days it has; none where it ends before it begins. */
export const daysIn = ({ first, last }: Period): number =>
  Math.max(0, Math.round((ofDay(last) - ofDay(first)) / DAY_MS) + 1);

/** The months that it touches. */
export function monthsIn({ first, last }: Period): number {
  const [from, to] = [new Date(ofDay(first)), new Date(ofDay(last))];
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth() + 1;
}

/** So many days or months that end with a day, which may be in the middle of a month. */
export function endingWith(last: string, unit: PeriodUnit, span: number): Period {
  if (unit === 'days') return { first: toDay(ofDay(last) - (span - 1) * DAY_MS), last };
  const at = new Date(ofDay(last));
  return { first: toDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1 - span, 1)), last };
}

/** The period of the same length that ends where this one begins. */
export function periodBefore(period: Period, unit: PeriodUnit): Period {
  const last = toDay(ofDay(period.first) - DAY_MS);
  return endingWith(last, unit, unit === 'days' ? daysIn(period) : monthsIn(period));
}

/** The day that has begun in the easternmost zone of the customers. */
export async function readToday(db: Db, customers: CustomerScope): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select coalesce(max((now() at time zone time_zone)::date), current_date)::text as today
    from customers where ${ofCustomers(customers, 'id')}`.execute(db);
  return rows[0]?.today ?? toDay(Date.now());
}
