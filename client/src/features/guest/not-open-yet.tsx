import { Trans } from '@lingui/react/macro';
import { CalendarClock } from 'lucide-react';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';

export interface NotOpenYetProps {
  /** Title of the call. */
  readonly name: string;
  readonly startsAt: string;
}

/** When the call begins. */
export const NotOpenYet = ({ name, startsAt }: NotOpenYetProps) => (
  <Panel padding="none" data-testid="guest-not-open">
    <EmptyState icon={<CalendarClock aria-hidden />} title={name} titleAs="h1">
      <Trans>
        This call starts on <ShortTime time={startsAt} />.
      </Trans>{' '}
      <Trans>Keep this page open. You’ll be let in automatically.</Trans>
    </EmptyState>
  </Panel>
);
