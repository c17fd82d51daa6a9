import { Trans } from '@lingui/react/macro';
import { DoorClosed, LinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Panel } from '#client/ui/panel.tsx';

interface ClosedProps {
  readonly title: string;
  /** What to do about it. */
  readonly children: ReactNode;
  /** `door`: the link is good, the call does not let them in. */
  readonly icon?: 'link' | 'door';
  /** The way to the start page by default. */
  readonly action?: ReactNode;
}

/** Why the guest cannot get in, and a way on. */
export const Closed = ({ title, children, icon = 'link', action = <StartLink /> }: ClosedProps) => {
  useDocumentTitle(title);
  return (
    <Panel padding="none" data-testid="guest-closed">
      <EmptyState
        icon={icon === 'door' ? <DoorClosed aria-hidden /> : <LinkIcon aria-hidden />}
        title={title}
        titleAs="h1"
        action={action}
      >
        {children}
      </EmptyState>
    </Panel>
  );
};

const StartLink = () => (
  <Button variant="outline" asChild>
    <Link to="/">
      <Trans>Go to the start page</Trans>
    </Link>
  </Button>
);
