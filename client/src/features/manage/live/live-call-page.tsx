import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '#client/features/manage/shell/back-link.tsx';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { ScrollArea } from '#client/features/manage/table/scroll-area.tsx';
import { useSentenceGap } from '#client/i18n/sentence-gap.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import type { ManagedMember } from '#protocol/signal/manage.ts';
import { CallFacts } from './call-facts.tsx';
import { useCallNames } from './call-name.ts';
import { CallState } from './call-state.tsx';
import { closingOf, useClosings } from './closing.ts';
import { EndCallDialog } from './end-call-dialog.tsx';
import { Freshness } from './freshness.tsx';
import { headingOf } from './heading-of.ts';
import { MembersTable } from './members-table.tsx';
import { NotInProgress } from './not-in-progress.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { useOpenedCall } from './use-opened-call.ts';

/** `/manager/live/:callId`: who is in a call, and how well it goes for them. */
export const LiveCallPage = () => {
  const { callId = '' } = useParams();
  // Another call is another page: nothing of the last one stays.
  return <OpenedCallPage key={callId} callId={callId} />;
};

const OpenedCallPage = ({ callId }: { readonly callId: string }) => {
  const { t } = useLingui();
  const names = useCallNames();
  const { phase, at, opened, endedAt } = useOpenedCall(callId);
  const closing = closingOf(useClosings(), callId);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState<ManagedMember | null>(null);
  if (!opened && phase === 'refused') return <NotFoundPage />;
  if (!opened && phase === 'live') return <NotInProgress callId={callId} />;
  const recorded = endedAt !== null;
  const over = recorded || closing !== null;
  const stoppedAt = at !== null && phase !== 'live' && phase !== 'waiting' ? Date.parse(at) : null;
  return (
    <ConsolePage
      dated
      title={opened ? names.call(opened.call) : t`Call in progress`}
      back={
        <BackLink to="/manager/live">
          <Trans>Calls in progress</Trans>
        </BackLink>
      }
      beside={
        <>
          {opened && <CallState call={headingOf(opened)} ended={over} />}
          {!over && <Freshness phase={phase} at={at} />}
        </>
      }
      tools={
        opened?.call.mayEnd &&
        !over && (
          <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
            <Trans>End call</Trans>
          </Button>
        )
      }
    >
      {!opened && (
        <Panel>
          <SkeletonRows />
        </Panel>
      )}
      {opened && (
        <>
          {over && <OverBanner callId={callId} recorded={recorded} focused={!asking && removing === null} />}
          <CallFacts opened={opened} until={closing?.at ?? endedAt ?? stoppedAt} />
          <Panel padding="none" overflow="hidden">
            <ScrollArea label={t`People in the call`}>
              <MembersTable callId={callId} members={opened.members} ended={over} onRemove={setRemoving} />
            </ScrollArea>
          </Panel>
        </>
      )}
      {asking && opened && <EndCallDialog call={opened.call} onClose={() => setAsking(false)} />}
      {removing && opened && (
        <RemoveMemberDialog call={opened.call} member={removing} onClose={() => setRemoving(null)} />
      )}
    </ConsolePage>
  );
};

interface OverBannerProps {
  readonly callId: string;
  /** It stands in the call history. */
  readonly recorded: boolean;
  readonly focused: boolean;
}

/** `focused`: where the button that ended the call had the focus, and has gone with it. */
const OverBanner = ({ callId, recorded, focused }: OverBannerProps) => {
  const gap = useSentenceGap();
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused && document.activeElement === document.body) banner.current?.focus();
  }, [focused]);
  return (
    <chakra.div ref={banner} tabIndex={-1}>
      <Banner tone="info">
        <Trans>The call has ended. This is how it was last.</Trans>
        {recorded && (
          <>
            {gap}
            <chakra.span textDecoration="underline" asChild>
              <ConsoleLink to={`/manager/connections?callId=${callId}`}>
                <Trans>Show it in the call history</Trans>
              </ConsoleLink>
            </chakra.span>
          </>
        )}
      </Banner>
    </chakra.div>
  );
};
