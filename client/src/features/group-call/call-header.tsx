import { chakra } from '@chakra-ui/react';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import type { GroupCallSnapshot } from '#client/call/group/snapshot.ts';
import { CallTimer } from '#client/stage/call-timer.tsx';
import { QualityBadge } from '#client/stage/quality-badge.tsx';
import { RecordedBadge } from '#client/stage/recording-notices.tsx';
import { StageTitle } from '#client/stage/stage.tsx';
import { useLostFocus } from '#client/stage/use-lost-focus.ts';

export interface CallHeaderProps {
  readonly snapshot: GroupCallSnapshot;
  readonly name: string;
  readonly count: number;
  readonly locked: boolean;
  /** By anyone, on the server or in a browser. */
  readonly recorded: boolean;
}

/** Which call it is, since when, and how it stands. */
export const CallHeader = ({ snapshot, name, count, locked, recorded }: CallHeaderProps) => {
  const { t } = useLingui();
  const heading = useLostFocus<HTMLHeadingElement>();
  const inTheCall = plural(count, { one: '# person in the call', other: '# people in the call' });
  return (
    <chakra.header
      flexShrink="0"
      display="flex"
      alignItems="center"
      gap="3"
      minH="14"
      px="4"
      pt="max(0rem, env(safe-area-inset-top))"
    >
      <StageTitle>
        <chakra.h1 ref={heading} tabIndex={-1} textStyle="subheading" truncate minW="0" outline="none">
          {name}
        </chakra.h1>
        {snapshot.joinedAt !== null && (
          <chakra.span textStyle="small" color="stage.muted">
            <CallTimer since={snapshot.joinedAt} />
          </chakra.span>
        )}
        {locked && <Lock size={16} role="img" aria-label={t`The call is locked`} data-testid="locked" />}
        {recorded && <RecordedBadge />}
      </StageTitle>
      <chakra.span marginInlineStart="auto" display="inline-flex" alignItems="center" gap="3" flexShrink="0">
        {snapshot.quality && <QualityBadge quality={snapshot.quality} />}
        <chakra.span role="img" aria-label={inTheCall} data-testid="participants" data-count={count} srOnly />
      </chakra.span>
    </chakra.header>
  );
};
