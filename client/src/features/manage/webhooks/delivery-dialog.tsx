import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WebhookDelivery } from '#client/api/api-types.ts';
import { deliveryQuery } from '#client/api/queries/manage/webhooks.ts';
import { Fact, FactList } from '#client/features/manage/shell/fact-list.tsx';
import { serverNow } from '#client/server-clock.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { deliveryErrorText } from './delivery-error-text.ts';
import { deliveryTone, deliveryWords } from './delivery-state.ts';
import { eventText } from './event-text.ts';
import { indented } from './indented.ts';
import { isSettling } from './is-settling.ts';
import { useRedeliver } from './use-redeliver.tsx';

/** While it is on its way. */
const SETTLING_MS = 2_000;

export interface DeliveryDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One delivery: what was sent, and what came back. */
export const DeliveryDialog = ({ id, onClose }: DeliveryDialogProps) => {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    ...deliveryQuery(id),
    refetchInterval: ({ state }) => (state.data && isSettling(state.data, serverNow()) ? SETTLING_MS : false),
  });
  const again = useRedeliver(id);
  return (
    <Dialog
      title={data ? i18n._(eventText[data.event]) : t`Delivery`}
      width="44rem"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose} autoFocus>
            <Trans>Close</Trans>
          </Button>
          <Button disabled={!data} loading={again.isPending} onClick={() => again.mutate()}>
            <RotateCw aria-hidden />
            <Trans>Deliver again</Trans>
          </Button>
        </>
      }
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data && <Details delivery={data} />}
    </Dialog>
  );
};

const Details = ({ delivery }: { readonly delivery: WebhookDelivery }) => {
  const { t, i18n } = useLingui();
  const { state, lastStatus, lastDuration, attempts, lastAttempt, nextAttempt, lastError } = delivery;
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)" color="ink">
      <FactList>
        <Fact name={t`State`}>
          <Badge tone={deliveryTone[state]}>{i18n._(deliveryWords(delivery))}</Badge>
        </Fact>
        <Fact name={t`HTTP status`}>{lastStatus ?? '–'}</Fact>
        <Fact name={t`Took`}>{lastDuration === null ? '–' : t`${lastDuration} ms`}</Fact>
        <Fact name={t`Attempts`}>{attempts}</Fact>
        <Fact name={t`Last attempt`}>{lastAttempt ? <ShortTime time={lastAttempt} /> : '–'}</Fact>
        <Fact name={t`Next attempt`}>{nextAttempt ? <ShortTime time={nextAttempt} /> : '–'}</Fact>
        {lastError !== null && <Fact name={t`Error`}>{deliveryErrorText(i18n, lastError)}</Fact>}
        <Fact name="webhook-id">{delivery.id}</Fact>
      </FactList>
      <Body title={t`What was sent`}>{indented(delivery.payload)}</Body>
      <Body title={t`What was answered`}>
        {delivery.lastAnswer ? indented(delivery.lastAnswer) : <Trans>Nothing</Trans>}
      </Body>
    </chakra.div>
  );
};

interface BodyProps {
  readonly title: string;
  readonly children: ReactNode;
}

const Body = ({ title, children }: BodyProps) => (
  <div>
    <chakra.h3 textStyle="label" mb="1">
      {title}
    </chakra.h3>
    <chakra.pre
      m="0"
      p="3"
      maxH="60"
      overflow="auto"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      bg="editor"
      fontFamily="mono"
      fontSize="0.8125rem"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      // Scrolled by keyboard too.
      tabIndex={0}
      role="region"
      aria-label={title}
    >
      {children}
    </chakra.pre>
  </div>
);
