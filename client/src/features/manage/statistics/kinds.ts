import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isRanked, type SummaryKind } from '#protocol/summary-kinds.ts';
import type { Measure } from './statistics-address.ts';

/** Every kind in the order of the choice, with the heading of its first column. */
export const kindTexts: readonly {
  readonly kind: SummaryKind;
  readonly label: MessageDescriptor;
  readonly column: MessageDescriptor;
}[] = [
  { kind: 'byday', label: msg`By day`, column: msg`Day` },
  { kind: 'byhour', label: msg`By hour`, column: msg`Hour` },
  { kind: 'byweek', label: msg`By weekday`, column: msg`Weekday` },
  { kind: 'byweekhour', label: msg`By weekday and hour`, column: msg`Weekday and hour` },
  { kind: 'bymonth', label: msg`By month`, column: msg`Month` },
  { kind: 'bypeerid', label: msg`By peer`, column: msg`Peer` },
  { kind: 'bydevice', label: msg`Busiest devices`, column: msg`Device` },
  { kind: 'byreason', label: msg`How calls ended`, column: msg`Reason` },
  { kind: 'bysetup', label: msg`Set-up time`, column: msg`Time until media` },
  { kind: 'byquality', label: msg`Call quality`, column: msg`Connection` },
  { kind: 'bypeak', label: msg`Most calls at once`, column: msg`Day` },
];

/** Kinds whose lines stand beside each other in no course of time or size: bars in the table, and no chart whose line would join them. */
export const isByCategory = (kind: SummaryKind): boolean => isRanked(kind) || kind === 'byquality';

const measureTexts: Readonly<Record<Measure, MessageDescriptor>> = {
  calls: msg`Calls`,
  count: msg`Participations`,
  guests: msg`Guests`,
  minutes: msg`Minutes`,
};

/** Of peaks the figure is something else. */
export const measureText = (kind: SummaryKind, measure: Measure): MessageDescriptor =>
  kind === 'bypeak' ? msg`Most calls at once` : measureTexts[measure];
