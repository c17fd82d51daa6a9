import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '#client/ui/button.tsx';
import { useIsKiosk } from './call-paths.ts';

/** Leads to the self-test, in a tab of its own: a call goes on. A kiosk has one tab, and its own way to the self-test. */
export const CheckNetwork = (props: Pick<ButtonProps, 'variant' | 'size' | 'shape'>) =>
  useIsKiosk() ? null : (
    <Button asChild {...props}>
      <a href="/selftest" target="_blank" rel="noopener" data-testid="check-network">
        <Trans>Check your network</Trans>
      </a>
    </Button>
  );
