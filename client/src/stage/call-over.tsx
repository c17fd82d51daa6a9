import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, Phone, RotateCw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLanguage } from '#client/i18n/use-language.ts';
import { serverNow } from '#client/server-clock.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { useCallPaths } from './call-paths.ts';
import type { CallRatingProps } from './call-rating.tsx';
import { CheckNetwork } from './check-network.tsx';
import { durationInSentence } from './format-duration.ts';
import { lazyPart } from './lazy-part.tsx';
import { StageMessage } from './stage.tsx';

// Both ask the server, which the stage itself does not.
const CallRecordings = lazyPart(async () => (await import('./call-recordings.tsx')).CallRecordings);
const CallRating = lazyPart(async () => (await import('./call-rating.tsx')).CallRating);

/** How much earlier than the measured start a recording may have been saved: clocks and messages take their time. */
const START_SLACK_MS = 2_000;

export interface CallOverProps {
  readonly testId: 'call-ended' | 'group-call-over';
  /** Whose picture stands above; null: no one's. */
  readonly avatar: string | null;
  /** With whom it was, or the group's name; stands above the sentence unless that names them. Empty: not known. */
  readonly name?: string | undefined;
  /** Who ended the call, or why it ended: one sentence. */
  readonly title: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Leads to the self-test, which may tell more. */
  readonly checksNetwork?: boolean | undefined;
  /** How long it was; 0: it never connected. */
  readonly durationS: number;
  /** Someone may see what the server has recorded of it. `groupId` null: a 1-to-1 call in a room. */
  readonly recordedByServer?: { readonly groupId: string | null } | null;
  /** Which call it was, to be rated; null: not known. */
  readonly rated: CallRatingProps['of'] | null;
  /** Absent where the call cannot begin again. */
  readonly again?: { readonly kind: 'call' | 'join'; readonly go: () => void } | undefined;
  readonly onBack: () => void;
}

/**
 * The end of every call: what happened and how long it was, its recordings, the way back into it, and how it was. The focus goes to the
 * sentence, which a screen reader so reads once, with the length.
 */
export const CallOver = (props: CallOverProps) => {
  const { testId, avatar, name, title, hint, checksNetwork, durationS, recordedByServer, rated, again } =
    props;
  const { who } = useCallPaths();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const [start] = useState(() => {
    const beforeMs = durationS * 1000 + START_SLACK_MS;
    return { here: Date.now() - beforeMs, server: serverNow() - beforeMs };
  });
  // The button that was pressed last is gone: the focus goes to what has happened.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [nameId, hintId, lengthId] = [useId(), useId(), useId()];
  const connected = durationS > 0;
  const isNamed = !name || title.includes(name);
  const described = [!isNamed && nameId, hint && hintId, connected && lengthId].filter(Boolean).join(' ');
  const duration = durationInSentence(durationS, language);
  return (
    <StageMessage>
      {avatar !== null && <Avatar name={avatar} size="5.5rem" />}
      {!isNamed && (
        <chakra.p
          id={nameId}
          textStyle="subheading"
          maxW="30rem"
          overflowWrap="anywhere"
          data-testid="call-name"
        >
          {name}
        </chakra.p>
      )}
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        textStyle="title"
        outline="none"
        overflowWrap="anywhere"
        data-testid={testId}
        {...(described && { 'aria-describedby': described })}
      >
        {title}
      </chakra.h1>
      {hint && (
        <chakra.p id={hintId} color="stage.muted" maxW="30rem">
          {hint}
        </chakra.p>
      )}
      {connected && (
        <chakra.p id={lengthId} color="stage.muted" data-testid="call-length">
          <Trans>The call lasted {duration}.</Trans>
        </chakra.p>
      )}
      {connected && (
        <CallRecordings
          since={start.here}
          onServer={
            recordedByServer && who === 'user'
              ? { groupId: recordedByServer.groupId, since: start.server }
              : null
          }
        />
      )}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
        <Button variant="stage" onClick={props.onBack} data-testid="back">
          <ArrowLeft aria-hidden />
          <Trans>Back</Trans>
        </Button>
        {checksNetwork && <CheckNetwork variant="stage" />}
        {again?.kind === 'call' && (
          <Button onClick={again.go} data-testid="call-again">
            <Phone aria-hidden />
            <Trans>Call again</Trans>
          </Button>
        )}
        {again?.kind === 'join' && (
          <Button onClick={again.go} data-testid="join-again">
            <RotateCw aria-hidden />
            <Trans>Join again</Trans>
          </Button>
        )}
      </chakra.div>
      {rated && who === 'user' && <CallRating of={rated} durationS={durationS} />}
    </StageMessage>
  );
};
