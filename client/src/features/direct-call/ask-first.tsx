import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { pairName, pairParty } from '#client/api/pair-name.ts';
import { pairQuery } from '#client/api/queries/pairs.ts';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { useLostFocus } from '#client/stage/use-lost-focus.ts';
import { WaitingForCall } from '#client/stage/waiting-for-call.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import type { PairId } from '#protocol/ids.ts';
import { InvalidPair } from './invalid-pair.tsx';

export interface AskFirstProps {
  readonly pairId: PairId;
  readonly onCall: () => void;
  readonly onBack: () => void;
}

/** The page was opened by its address, as a bookmark or a restored tab does: no one is rung before someone says so. */
export const AskFirst = ({ pairId, onCall, onBack }: AskFirstProps) => {
  const { t } = useLingui();
  const { data: pair, error } = useQuery(pairQuery(pairId));
  const heading = useLostFocus<HTMLHeadingElement>();
  const named = useNamed();
  const shown = pair ? pairName(pair) : '';
  useDocumentTitle(shown || t`Call`);
  const queryClient = useQueryClient();
  const back = (
    <Button variant="stage" onClick={onBack}>
      <Trans>Back</Trans>
    </Button>
  );
  if (error) return <InvalidPair />;
  if (!pair)
    return (
      <Stage label={t`Call`}>
        <WaitingForCall label={t`Loading`} onBack={() => readMissing(queryClient)} wayOut={back} />
      </Stage>
    );
  const name = named(pairParty(pair));
  return (
    <Stage label={t`Call`}>
      <StageMessage>
        <Avatar name={shown} size="7.5rem" />
        <chakra.h1
          ref={heading}
          tabIndex={-1}
          outline="none"
          textStyle="title"
          overflowWrap="anywhere"
          data-testid="ask-first"
        >
          <Trans>Call {name}?</Trans>
        </chakra.h1>
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
          {back}
          <Button onClick={onCall} data-testid="call-now">
            <Phone aria-hidden />
            <Trans context="verb">Call</Trans>
          </Button>
        </chakra.div>
      </StageMessage>
    </Stage>
  );
};
