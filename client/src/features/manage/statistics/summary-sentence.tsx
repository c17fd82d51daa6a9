import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { changeOf, changeText, figureText, totalsOf } from './figures.ts';
import { keyText } from './key-text.ts';
import { measureText } from './kinds.ts';
import type { StatisticsAddress } from './statistics-address.ts';

export interface SummarySentenceProps {
  readonly address: StatisticsAddress;
  readonly lines: readonly SummaryLine[];
  /** Names the figure that it describes. */
  readonly id: string;
}

/** What the chart and the table say, in a sentence: all, the most, and the change. */
export const SummarySentence = ({ address: { kind, measure }, lines, id }: SummarySentenceProps) => {
  const { i18n } = useLingui();
  const { current, previous, most } = totalsOf(kind, lines, measure);
  const name = i18n._(measureText(kind, measure));
  const total = figureText(i18n.locale, current);
  const change = changeOf(current, previous);
  const place = most && keyText(i18n, kind, most.line).full;
  const highest = most && figureText(i18n.locale, most.value);
  return (
    <chakra.p id={id} mb="3" color="ink.muted" textStyle="small">
      <chakra.strong color="ink" fontWeight="semibold">
        <Trans>
          {name}: {total}
        </Trans>
      </chakra.strong>
      {most && kind !== 'bypeak' && (
        <>
          {' · '}
          <Trans>
            most: {place} ({highest})
          </Trans>
        </>
      )}
      {most && kind === 'bypeak' && (
        <>
          {' · '}
          {place}
        </>
      )}
      {previous !== null && (
        <>
          {' · '}
          <Trans>the period before: {figureText(i18n.locale, previous)}</Trans>
          {change !== null && ` (${changeText(i18n.locale, change)})`}
        </>
      )}
    </chakra.p>
  );
};
