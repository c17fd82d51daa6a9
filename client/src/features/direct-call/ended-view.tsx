import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, Phone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DirectCallState } from '#client/call/direct/call-state.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { StageMessage } from '#client/stage/stage.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { endText } from './end-text.tsx';

export interface EndedViewProps {
  readonly ended: Extract<DirectCallState, { name: 'ended' }>;
  readonly name: string;
  /** Absent where no one can be called. */
  readonly onCallAgain: (() => void) | undefined;
  readonly onBack: () => void;
}

/** Why the call is over, how long it was, and what next. */
export const EndedView = ({ ended, name, onCallAgain, onBack }: EndedViewProps) => {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed last is gone: the focus goes to what has happened.
  useEffect(() => heading.current?.focus(), []);
  const named = useNamed();
  const { title, hint } = endText(ended.end, ended.peer ? named(ended.peer) : name);
  const duration = formatDuration(ended.durationS);
  return (
    <StageMessage>
      <Avatar name={name} size="5.5rem" />
      <chakra.h1 ref={heading} tabIndex={-1} textStyle="title" outline="none" data-testid="call-ended">
        {i18n._(title)}
      </chakra.h1>
      {hint && (
        <chakra.p color="stage.muted" maxW="30rem">
          {i18n._(hint)}
        </chakra.p>
      )}
      {ended.durationS > 0 && (
        <chakra.p color="stage.muted">
          {name} · {duration}
        </chakra.p>
      )}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
        <Button variant="stage" onClick={onBack} data-testid="back">
          <ArrowLeft aria-hidden />
          <Trans>Back</Trans>
        </Button>
        {onCallAgain && (
          <Button onClick={onCallAgain} data-testid="call-again">
            <Phone aria-hidden />
            <Trans>Call again</Trans>
          </Button>
        )}
      </chakra.div>
    </StageMessage>
  );
};
