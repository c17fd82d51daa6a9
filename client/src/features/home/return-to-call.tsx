import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { Phone } from 'lucide-react';
import { useNamed } from '#client/i18n/use-named.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useClosedTabCall } from './use-closed-tab-call.ts';

/** The way back into a 1-to-1 call whose tab is gone while the other side waits; nothing while there is none. */
export const ReturnToCall = ({ userId }: { readonly userId: string }) => {
  const call = useClosedTabCall(userId);
  const named = useNamed();
  if (!call) return null;
  const name = named(call.peer);
  return (
    <chakra.div
      width="full"
      maxW="page"
      mx="auto"
      px={{ base: '4', md: '8' }}
      pt={{ base: '4', md: '6' }}
      data-testid="return-to-closed-call"
    >
      <Banner
        tone="warning"
        icon={<Phone aria-hidden />}
        action={
          <div>
            <Button size="sm" onClick={call.onReturn}>
              <Trans>Return to call</Trans>
            </Button>
          </div>
        }
      >
        <Trans>Your call with {name} continues. Its tab was closed.</Trans>
      </Banner>
    </chakra.div>
  );
};
