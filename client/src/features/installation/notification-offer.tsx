import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';

const STORAGE_KEY = 'hibiki.notificationsOffered';

const mayAsk = (): boolean =>
  'Notification' in globalThis &&
  Notification.permission === 'default' &&
  localStorage.getItem(STORAGE_KEY) === null;

/**
 * At home, once: whether calls may show as system notifications. A browser that is asked out of the blue is refused, so
 * it says first what for, and asks on a click.
 */
export const NotificationOffer = () => {
  const [open, setOpen] = useState(mayAsk);
  if (!open) return null;
  const close = () => {
    localStorage.setItem(STORAGE_KEY, new Date().toISOString());
    setOpen(false);
  };
  return (
    <chakra.div width="full" maxW="page" mx="auto" px={{ base: '4', md: '8' }} pt={{ base: '4', md: '6' }}>
      <Banner
        tone="info"
        action={
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button size="sm" onClick={() => void Notification.requestPermission().then(close)}>
              <Trans>Allow notifications</Trans>
            </Button>
            <Button size="sm" variant="ghost" onClick={close}>
              <Trans>Not now</Trans>
            </Button>
          </chakra.div>
        }
      >
        <Trans>Get notified of calls when this page is in the background.</Trans>
      </Banner>
    </chakra.div>
  );
};
