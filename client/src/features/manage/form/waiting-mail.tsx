import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useChange } from '#client/ui/use-change.ts';

export interface WaitingMailProps {
  readonly tone: 'info' | 'warning';
  /** To which the link goes. */
  readonly mail: string;
  /** Of what is asked for again afterwards: it may have been confirmed or withdrawn elsewhere. */
  readonly queryKey: string;
  readonly resend: () => Promise<unknown>;
  /** Gives up a new address; undefined where there is no other. */
  readonly withdraw?: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** An address that waits until its link is opened: the link can be sent again, and a change be given up. */
export const WaitingMail = ({ tone, mail, queryKey, resend, withdraw, children }: WaitingMailProps) => {
  const sending = useChange(queryKey, resend, { done: <Trans>Link sent to {mail} again</Trans> });
  const withdrawing = useChange(queryKey, withdraw ?? resend, {
    done: <Trans>The address stays as it was</Trans>,
  });
  return (
    <Banner
      tone={tone}
      action={
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button variant="outline" size="sm" loading={sending.isPending} onClick={() => sending.mutate()}>
            <Trans>Send link again</Trans>
          </Button>
          {withdraw && (
            <Button
              variant="outline"
              size="sm"
              loading={withdrawing.isPending}
              onClick={() => withdrawing.mutate()}
            >
              <Trans>Cancel change</Trans>
            </Button>
          )}
        </chakra.div>
      }
    >
      {children}
    </Banner>
  );
};
