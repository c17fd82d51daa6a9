import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { rateCall } from '#client/api/queries/rate-call.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/button.tsx';
import { useShortcuts } from './call-shortcuts.ts';
import { asksHowItWas, noteAsked, qualityOf, STARS, type Stars } from './rating-rule.ts';

/** The server writes the history of a call a moment after its end. */
const RETRIES = 3;

export interface CallRatingProps {
  /** A group's call is the last one of it. */
  readonly of: { readonly callId: string } | { readonly groupId: string };
  readonly durationS: number;
}

/** “How was the call?”, asked rarely. Nothing waits for an answer. */
export const CallRating = ({ of, durationS }: CallRatingProps) => {
  const [asks] = useState(() => asksHowItWas(durationS, Date.now(), localStorage));
  const [skipped, setSkipped] = useState(false);
  const { data: user } = useQuery({ ...currentUserQuery(), enabled: asks });
  useEffect(() => {
    if (asks) noteAsked(Date.now(), localStorage);
  }, [asks]);
  if (!asks || skipped || !user) return null;
  return <Question of={of} userId={user.id} onSkip={() => setSkipped(true)} />;
};

interface QuestionProps extends Pick<CallRatingProps, 'of'> {
  readonly userId: string;
  readonly onSkip: () => void;
}

const Question = ({ of, userId, onSkip }: QuestionProps) => {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState<Stars | null>(null);
  const { mutate, error, isSuccess } = useMutation({
    mutationFn: (stars: Stars) =>
      rateCall(
        'callId' in of
          ? { kind: 'direct', callId: of.callId }
          : { kind: 'group', groupId: of.groupId, userId },
        qualityOf(stars),
      ),
    retry: RETRIES,
  });
  const choose = (stars: Stars) => {
    setChosen(stars);
    mutate(stars);
  };
  useShortcuts(
    STARS.map((stars) => ({
      key: String(stars),
      label: t`Rate the call`,
      scope: 'call',
      run: () => choose(stars),
    })),
  );
  return (
    <chakra.div
      data-testid="call-rating"
      display="grid"
      justifyItems="center"
      gap="2"
      mt="2"
      color="stage.muted"
    >
      <chakra.div
        role="group"
        aria-label={t`How was the call?`}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="center"
        gap="1"
      >
        <chakra.span aria-hidden width={{ base: 'full', sm: 'auto' }} me={{ sm: '2' }}>
          <Trans>How was the call?</Trans>
        </chakra.span>
        {STARS.map((stars) => (
          <Button
            key={stars}
            variant="stage"
            shape="round"
            aria-label={t`${stars} of 5 stars`}
            aria-pressed={chosen === stars}
            onClick={() => choose(stars)}
          >
            <Star aria-hidden fill={chosen !== null && stars <= chosen ? 'currentColor' : 'none'} />
          </Button>
        ))}
      </chakra.div>
      <chakra.div role="status" textStyle="small" minH="5">
        {isSuccess && <Trans>Thank you.</Trans>}
        {error && i18n._(textOfError(error))}
      </chakra.div>
      {chosen === null && (
        <Button variant="stage" size="sm" onClick={onSkip} data-testid="skip-rating">
          <Trans>Skip</Trans>
        </Button>
      )}
    </chakra.div>
  );
};
