import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Pause, PhoneCall, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useCustomerNames } from '#client/features/manage/shell/use-customer-names.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { ScrollArea } from '#client/features/manage/table/scroll-area.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import { useClosings } from './closing.ts';
import { CountAnnouncer } from './count-announcer.tsx';
import { EndCallDialog } from './end-call-dialog.tsx';
import { Freshness } from './freshness.tsx';
import { withClosings } from './live-list.ts';
import { LiveTable } from './live-table.tsx';
import { useLiveCalls } from './use-live-calls.ts';

/** `/manager/live`: the calls in progress, the worst first. */
export const LivePage = () => {
  const { t } = useLingui();
  const { customerId, customerIds } = useScope();
  const { state, live } = useLiveCalls(customerIds);
  const { phase } = state;
  const closings = useClosings();
  const list = useMemo(() => state.list && withClosings(state.list, closings), [state.list, closings]);
  const [ending, setEnding] = useState<ManagedCall | null>(null);
  const names = useCustomerNames(list?.rows.flatMap(({ call }) => call.customerIds) ?? []);
  const paused = phase === 'paused';
  const stoppedAt = list && phase !== 'live' && phase !== 'waiting' ? Date.parse(list.at) : null;
  return (
    <ConsolePage
      dated={list !== null && phase !== 'live' && phase !== 'refused'}
      title={t`Calls in progress`}
      beside={<Freshness phase={phase} at={list?.at ?? null} />}
      tools={
        <Button variant="outline" size="sm" aria-pressed={paused} onClick={() => live?.pause(!paused)}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          {paused ? t`Resume` : t`Pause`}
        </Button>
      }
    >
      {phase === 'refused' && (
        <Banner tone="info">
          <Trans>You no longer manage this customer.</Trans>
        </Banner>
      )}
      {phase !== 'refused' && !list && (
        <Panel>
          <SkeletonRows />
        </Panel>
      )}
      {phase !== 'refused' && list && (
        <>
          <chakra.p textStyle="small" color="ink.muted" pb="2">
            <Plural value={list.totals.calls} one="# call" other="# calls" />
            {list.totals.people > 0 && (
              // A call that is ending has no people any more, and is still listed.
              <>
                {' · '}
                <Plural value={list.totals.people} one="# person" other="# people" />
              </>
            )}
            {list.totals.calls > list.rows.length && (
              <>
                {' · '}
                <Trans>Only those that most need attention are shown.</Trans>
              </>
            )}
          </chakra.p>
          <CountAnnouncer list={list} silent={paused} />
          <Panel padding="none" overflow="hidden">
            {list.rows.length === 0 ? (
              <EmptyState icon={<PhoneCall aria-hidden />} title={t`No calls in progress`}>
                <Trans>Calls appear here as soon as someone is talking.</Trans>
              </EmptyState>
            ) : (
              <ScrollArea>
                <LiveTable
                  rows={list.rows}
                  stoppedAt={stoppedAt}
                  customers={customerId === null ? names : null}
                  onEnd={setEnding}
                  onHold={(held) => live?.hold(held)}
                />
              </ScrollArea>
            )}
          </Panel>
        </>
      )}
      {ending && <EndCallDialog call={ending} onClose={() => setEnding(null)} />}
    </ConsolePage>
  );
};
