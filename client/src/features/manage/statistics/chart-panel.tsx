import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useMemo } from 'react';
import type { SummaryLine } from '#client/api/queries/manage/statistics.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { chartDataOf } from './chart-data-of.ts';
import { figureOf, figureText, previousOf } from './figures.ts';
import { keyText } from './key-text.ts';
import { measureText } from './kinds.ts';
import type { StatisticsAddress } from './statistics-address.ts';

/** With its library, which nothing else of the console needs. */
const Chart = lazy(() => loadChunk(() => import('#client/features/manage/chart/chart.tsx')));

export interface ChartPanelProps {
  readonly address: StatisticsAddress;
  readonly lines: readonly SummaryLine[];
  readonly active: number | null;
  readonly onActive: (index: number | null) => void;
}

/** The chart of what the table has, and its legend. */
export const ChartPanel = ({ address, lines, active, onActive }: ChartPanelProps) => {
  const { t, i18n } = useLingui();
  const { kind, measure, compare } = address;
  // The same object while its figures are the same: another one gets a new chart.
  const data = useMemo(
    () => chartDataOf(i18n, { kind, measure, compare }, lines),
    [i18n, kind, measure, compare, lines],
  );
  const name = i18n._(measureText(kind, measure));
  const describe = (index: number): string => {
    const line = lines[index];
    if (!line) return t`Nothing`;
    const value = figureText(i18n.locale, figureOf(line, measure));
    const said = `${keyText(i18n, kind, line).full}: ${value}`;
    const previous = previousOf(line, measure);
    return previous === null ? said : t`${said}, before: ${figureText(i18n.locale, previous)}`;
  };
  return (
    <>
      <Suspense fallback={<Skeleton height="320px" width="full" />}>
        <Chart
          data={data}
          label={t`Chart: ${name}`}
          active={active}
          onActive={onActive}
          describe={describe}
        />
      </Suspense>
      <chakra.div
        aria-hidden
        display="flex"
        flexWrap="wrap"
        gap="4"
        mt="2"
        textStyle="caption"
        color="ink.muted"
      >
        {data.series.map(({ label, role }) => (
          <chakra.span key={role} display="inline-flex" alignItems="center" gap="2">
            <chakra.span
              width="6"
              borderTopWidth="2px"
              borderTopStyle={role === 'current' ? 'solid' : 'dashed'}
              borderColor={role === 'current' ? 'primary' : 'warning.solid'}
            />
            {label}
          </chakra.span>
        ))}
        <chakra.span ms="auto" minH="5">
          {active === null ? '' : describe(active)}
        </chakra.span>
      </chakra.div>
    </>
  );
};
