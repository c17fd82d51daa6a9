import type { Insertable } from 'kysely';
import { isSameLink, qualityOf } from '#protocol/call-quality.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import type { Link } from '#protocol/signal/group-call.ts';
import type { ConnectionState } from '#protocol/signal/manage.ts';
import type { ConnectionsTable } from './db/history-tables.ts';

const measured = ({ good, fair, poor }: Experience): number => good + fair + poor;

const meanOf = (
  one: { readonly value: number | null; readonly weight: number },
  other: { readonly value: number | null; readonly weight: number },
): number | null => {
  if (one.value === null || other.value === null) return one.value ?? other.value;
  const weight = one.weight + other.weight;
  return weight === 0 ? one.value : (one.value * one.weight + other.value * other.weight) / weight;
};

/** What one has experienced over two connections, of which the first was set up. */
export function mergeExperiences(one: Experience, other: Experience): Experience {
  const weights = [measured(one), measured(other)] as const;
  const mean = (field: 'loss' | 'roundTripMs') =>
    meanOf({ value: one[field], weight: weights[0] }, { value: other[field], weight: weights[1] });
  const roundTripMs = mean('roundTripMs');
  const setUpMs = one.setUpMs ?? other.setUpMs;
  return {
    ...(setUpMs !== undefined && { setUpMs }),
    good: one.good + other.good,
    fair: one.fair + other.fair,
    poor: one.poor + other.poor,
    loss: mean('loss'),
    roundTripMs: roundTripMs === null ? null : Math.round(roundTripMs),
  };
}

/** What the page that reports now has measured, and all pages before it together. */
export interface MeasuredPages {
  readonly ended: Experience | null;
  readonly last: Experience | null;
}

/** Adds up one participation over several pages, each of which begins to count again. */
export class ExperienceSum {
  #pages: MeasuredPages = { ended: null, last: null };

  get pages(): MeasuredPages {
    return this.#pages;
  }

  report(next: Experience): void {
    const { ended, last } = this.#pages;
    const hasEnded = last !== null && measured(next) < measured(last);
    this.#pages = { ended: hasEnded ? added(ended, last) : ended, last: next };
  }

  /** Continues from the figures of an earlier server, which count as older than everything reported here. */
  continueFrom(earlier: MeasuredPages): void {
    const here = this.#pages;
    this.#pages = earlier;
    for (const experience of [here.ended, here.last]) if (experience) this.report(experience);
  }

  get(): Experience | null {
    const { ended, last } = this.#pages;
    return last && added(ended, last);
  }
}

const added = (before: Experience | null, one: Experience): Experience =>
  before ? mergeExperiences(before, one) : one;

/** A browser measures a little longer than the call counts: while it is set up, and to its last reading. */
const LONGER_S = 10;
/** Of a gigabit a second: nothing that a browser carries is faster. */
const BYTES_A_SECOND = 125_000_000;

/** What browsers say of a call that lasted so long, cut down to what can be true: it counts in the customer's statistics. */
function believable(experience: Experience, durationS: number): Experience {
  const longest = durationS + LONGER_S;
  const share = Math.min(1, longest / Math.max(1, measured(experience)));
  const { setUpMs, ...rest } = experience;
  return {
    ...rest,
    ...(setUpMs !== undefined && setUpMs <= longest * 1_000 && { setUpMs }),
    good: Math.floor(share * experience.good),
    fair: Math.floor(share * experience.fair),
    poor: Math.floor(share * experience.poor),
  };
}

/** The same of the bytes that it has carried. */
export const believableBytes = (bytes: number, durationS: number): number =>
  Math.min(bytes, BYTES_A_SECOND * (durationS + LONGER_S));

/** As it stands in the history of a call that lasted so long. */
export function experienceColumns(
  told: Experience | null,
  durationS: number,
): Pick<
  Insertable<ConnectionsTable>,
  'set_up_ms' | 'good_s' | 'fair_s' | 'poor_s' | 'mean_loss' | 'mean_round_trip_ms'
> {
  const experience = told && believable(told, durationS);
  return {
    set_up_ms: experience?.setUpMs ?? null,
    good_s: experience?.good ?? null,
    fair_s: experience?.fair ?? null,
    poor_s: experience?.poor ?? null,
    mean_loss: experience?.loss ?? null,
    mean_round_trip_ms: experience?.roundTripMs ?? null,
  };
}

/** Null where nothing was measured. */
export const stateOf = (link: Link): ConnectionState | null =>
  link.loss === null && link.roundTripMs === null
    ? null
    : { ...link, quality: link.quality ?? qualityOf(link) };

/** Whether managers are to hear of it: it is better or worse in words, or bad and bad in another way. */
export function isNews(before: ConnectionState | null, now: ConnectionState | null): boolean {
  if (before?.quality !== now?.quality) return true;
  if (!now || now.quality === 'good') return false;
  return !isSameLink(before, now);
}

const RANKS = { good: 0, fair: 1, poor: 2 } as const;
/** Greater is worse; what is not measured counts as good. */
export const rankOf = (state: ConnectionState | null | undefined): number =>
  state ? RANKS[state.quality] : 0;

/** The worst of them, the first of equals; null where none was measured. */
export const worstOf = (states: readonly (ConnectionState | null | undefined)[]): ConnectionState | null =>
  states.reduce<ConnectionState | null>(
    (worst, state) => (state && (!worst || rankOf(state) > rankOf(worst)) ? state : worst),
    null,
  );
