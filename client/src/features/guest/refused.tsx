import { Trans, useLingui } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { Closed } from './closed.tsx';
import { type GuestRefusal, guestVisits } from './guest-visit.ts';
import { refusalTexts } from './refusal-text.ts';
import { useEnterCall } from './use-enter-call.ts';

export interface RefusedProps {
  readonly refusal: GuestRefusal;
  readonly groupId: string | null;
}

/** Why the call does not let the guest in, although the link is good. */
export const Refused = ({ refusal, groupId }: RefusedProps) => {
  const { i18n } = useLingui();
  const enter = useEnterCall(groupId);
  const { title, hint, again } = refusalTexts[refusal];
  return (
    <Closed
      title={i18n._(title)}
      icon="door"
      {...(again && {
        action: (
          <Button onClick={() => enter(guestVisits.get().name)} data-testid="guest-again">
            <RotateCw aria-hidden />
            <Trans>Try again</Trans>
          </Button>
        ),
      })}
    >
      {i18n._(hint)}
    </Closed>
  );
};
