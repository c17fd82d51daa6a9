import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SummaryKind } from '#protocol/summary-kinds.ts';
import { measuresOf } from './statistics-address.ts';

/**
 * What the figures of a kind count, and when. Guests have no history: they are counted apart, or not at all.
 *
 * @param period the days that are shown, in words
 */
export function countingTexts(kind: SummaryKind, period: string): readonly MessageDescriptor[] {
  if (kind === 'bypeak') return [msg`${period}. A call counts on each day on which it was in progress.`];
  return [msg`${period}. A call counts where it began.`, whoCounts(kind), ...further(kind)];
}

function whoCounts(kind: SummaryKind): MessageDescriptor {
  if (kind === 'bysetup') {
    return msg`Only participations whose set-up time was measured are counted; guests are not.`;
  }
  if (kind === 'byquality') {
    return msg`Only participations whose connection was measured are counted; guests are not.`;
  }
  return measuresOf(kind).includes('guests')
    ? msg`Participations count each user and device in a call; guests are counted apart.`
    : msg`Participations count each user and device in a call; guests are not counted.`;
}

function further(kind: SummaryKind): readonly MessageDescriptor[] {
  if (kind === 'byreason') {
    return [
      msg`Participations and minutes count as soon as someone leaves a call; the call itself counts when it is over.`,
    ];
  }
  if (kind === 'byquality') {
    return [
      msg`A participation is poor if its connection was poor for a tenth of the time, and fair if it was not good for as long. Minutes count by how the connection was in them.`,
    ];
  }
  return measuresOf(kind).includes('calls')
    ? [msg`A call in progress counts as soon as someone has left it.`]
    : [];
}
