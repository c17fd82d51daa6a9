import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { PhoneOff } from 'lucide-react';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';

/** For the address of a call that has ended, or of one that never was: the server can't tell them apart here. */
export const NotInProgress = ({ callId }: { readonly callId: string }) => {
  const { t } = useLingui();
  useDocumentTitle(t`Call not in progress`);
  return (
    <EmptyState
      icon={<PhoneOff aria-hidden />}
      title={t`Call not in progress`}
      titleAs="h1"
      action={
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3">
          <Button asChild>
            <ConsoleLink to="/manager/live">
              <Trans>Calls in progress</Trans>
            </ConsoleLink>
          </Button>
          <Button variant="outline" asChild>
            <ConsoleLink to={`/manager/connections?callId=${callId}`}>
              <Trans>Show it in the call history</Trans>
            </ConsoleLink>
          </Button>
        </chakra.div>
      }
    >
      <Trans>It has ended, or there was no such call.</Trans>
    </EmptyState>
  );
};
