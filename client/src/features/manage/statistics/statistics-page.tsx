import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useHasSeveralCustomers } from '#client/features/manage/shell/use-console-account.ts';
import { useZone } from '#client/features/manage/shell/use-zone.ts';
import { BeyondTheEnd, isTooDeep } from '#client/features/manage/table/beyond-the-end.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { isRanked } from '#protocol/summary-kinds.ts';
import { ChartPanel } from './chart-panel.tsx';
import { Controls } from './controls.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { HeatLegend, HeatMap } from './heat-map.tsx';
import { keyText } from './key-text.ts';
import { isByCategory, kindTexts } from './kinds.ts';
import { LinesTable } from './lines-table.tsx';
import { MeasuresNote } from './measures-note.tsx';
import { RankedPages } from './ranked-pages.tsx';
import { Scroller } from './scroller.tsx';
import { SetUpSentence } from './set-up-sentence.tsx';
import { shownDays } from './shown-days.ts';
import { SummarySentence } from './summary-sentence.tsx';
import { useCountedCustomers } from './use-counted-customers.ts';
import { useStatistics } from './use-statistics.ts';
import { isByClock, zoneText } from './zone-text.ts';

/** `/manager/statics`: calls counted in every way, as a chart and as a table. */
export const StatisticsPage = () => {
  const { t, i18n } = useLingui();
  const zone = useZone();
  const counted = useCountedCustomers();
  const { address, asked, show, result } = useStatistics();
  const [active, setActive] = useState<number | null>(null);
  const [unfit, setUnfit] = useState(false);
  const { kind } = address;
  const showFirst = () => show({ ...address, page: 1 });
  const { data, error } = result;
  const hasOthers = useHasSeveralCustomers();
  const lines = data?.lines ?? [];
  const kindText = kindTexts.find((each) => each.kind === kind);
  const title = kindText ? i18n._(kindText.label) : kind;
  const hasChart = !isByCategory(kind) && kind !== 'byweekhour';
  const days = shownDays(address.period, kind, zone, lines);
  const dayText = (day: string) => keyText(i18n, 'byday', { key: day, name: day }).full;
  const clock = counted && zoneText(i18n, kind, counted);
  const withClock = (text: string) => (clock === undefined ? text : t`${text} (${clock})`);
  const dayRange = `${dayText(days.from)} – ${dayText(days.to)}`;
  const period = withClock(dayRange);
  const caption = isByClock(kind) ? withClock(title) : title;
  return (
    <ConsolePage
      title={t`Statistics`}
      tools={
        data &&
        lines.length > 0 && (
          <ExportButtons
            address={address}
            asked={asked}
            lines={lines}
            total={data.total}
            customer={counted?.name}
            days={days}
            period={period}
            clock={isByClock(kind) ? clock : undefined}
          />
        )
      }
    >
      <Controls address={address} onChange={show} onUnfit={setUnfit} shownDays={days} />
      <chakra.p role="status" color="ink.muted" textStyle="small" mb={unfit ? '3' : '0'}>
        {unfit && data && <Trans>Still showing the figures of {dayRange}.</Trans>}
      </chakra.p>
      {isTooDeep(error) ? (
        <BeyondTheEnd error={error} onFirst={showFirst} />
      ) : error && !data ? (
        <LoadingFailed error={error} onRetry={() => void result.refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : lines.length === 0 && data.total > 0 ? (
        <BeyondTheEnd error={null} onFirst={showFirst} />
      ) : lines.length === 0 ? (
        <EmptyState
          icon={<ChartColumn aria-hidden />}
          title={kind === 'bydevice' ? t`No calls with devices in this period` : t`No calls in this period`}
        >
          {hasOthers ? (
            <Trans>Choose another period or another customer.</Trans>
          ) : (
            <Trans>Choose another period.</Trans>
          )}
        </EmptyState>
      ) : (
        <chakra.figure
          m="0"
          minW="0"
          aria-labelledby="statistics-said"
          opacity={result.isPlaceholderData || unfit ? 0.6 : 1}
        >
          <SummarySentence id="statistics-said" address={address} lines={lines} />
          {kind === 'bysetup' && <SetUpSentence asked={asked} />}
          <chakra.div
            display="grid"
            gap="4"
            alignItems="start"
            gridTemplateColumns={
              !hasChart
                ? 'minmax(0, 1fr)'
                : address.compare
                  ? { base: 'minmax(0, 1fr)', xl: 'minmax(0, 4fr) minmax(0, 7fr)' }
                  : {
                      base: 'minmax(0, 1fr)',
                      lg: 'minmax(0, 1fr) minmax(0, 1fr)',
                      xl: 'minmax(0, 5fr) minmax(0, 6fr)',
                    }
            }
          >
            {hasChart && (
              <Panel as="div" p="4" minW="0">
                <ChartPanel address={address} lines={lines} active={active} onActive={setActive} />
              </Panel>
            )}
            {kind === 'byweekhour' && (
              <Scroller label={title}>
                <HeatMap address={address} lines={lines} caption={caption} />
              </Scroller>
            )}
            {kind !== 'byweekhour' && (
              <Scroller label={title}>
                <LinesTable
                  address={address}
                  lines={lines}
                  caption={caption}
                  bars={!hasChart}
                  {...(hasChart && { active, onActive: setActive })}
                />
              </Scroller>
            )}
          </chakra.div>
          {kind === 'byweekhour' && <HeatLegend address={address} lines={lines} />}
          {isRanked(kind) && (
            <RankedPages
              total={data.total}
              page={address.page}
              onPage={(page) => show({ ...address, page })}
            />
          )}
          <chakra.p mt="3" textStyle="caption" color="ink.subtle">
            <MeasuresNote kind={kind} period={period} />
          </chakra.p>
        </chakra.figure>
      )}
    </ConsolePage>
  );
};
