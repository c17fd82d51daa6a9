import { Trans } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';

/** The server is newer than the page that someone has open. */
export const sayOutdated = () =>
  showSnackbar(
    'warning',
    <>
      <Trans>This page is out of date. Reload it.</Trans>{' '}
      <Button size="sm" variant="soft" onClick={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    </>,
  );
