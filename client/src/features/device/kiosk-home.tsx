import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CameraOff, Settings, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { currentDeviceQuery } from '#client/api/queries/current-device.ts';
import { currentServicesQuery } from '#client/api/queries/current-services.ts';
import { ownPairsQuery } from '#client/api/queries/pairs.ts';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { StatusDot } from '#client/ui/status-dot.tsx';
import { Waiting } from '#client/ui/waiting.tsx';
import { KioskClock } from './kiosk-clock.tsx';
import { KioskPairs } from './kiosk-pairs.tsx';
import { KioskRequests } from './kiosk-requests.tsx';
import { KioskUnreachable } from './kiosk-states.tsx';
import { RestScreen } from './rest-screen.tsx';
import { SettingsGate } from './settings-gate.tsx';
import { useIdle } from './use-idle.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** No one has touched it for this long: it rests. */
const REST_AFTER_MS = 120_000;
/** A device that could not be read is asked for again: no one stands by to do that. */
const ASK_AGAIN_MS = 10_000;

export interface KioskHomeProps {
  readonly serial: string;
  /** Whether the signalling connection is open: only then does it ring. */
  readonly connected: boolean;
  /** The browser forbids camera or microphone. */
  readonly blocked: boolean;
}

/** `/device` once it is signed in: who it is, whom it can call, who asks. */
export const KioskHome = ({ serial, connected, blocked }: KioskHomeProps) => {
  const { t, i18n } = useLingui();
  const reading = useQuery({
    ...currentDeviceQuery(),
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
  });
  const queryClient = useQueryClient();
  const { data: device } = reading;
  const { data: services } = useQuery(currentServicesQuery());
  const wakeLock = useWakeLock();
  const [settings, setSettings] = useState(false);
  const { data: pairs } = useQuery({
    ...ownPairsQuery(device?.id ?? '', 'devices'),
    enabled: device !== undefined,
  });
  const asked = (pairs?.invitations.length ?? 0) > 0;
  const resting = useIdle(REST_AFTER_MS, asked || settings || !connected);
  useDocumentTitle(device ? device.name || device.serialPrinted : t`Device`);
  if (!device) {
    // From the first failure until a success, so that the message does not flicker.
    if (reading.failureCount + reading.errorUpdateCount > 0)
      return <KioskUnreachable serial={serial} onRetry={() => void reading.refetch()} />;
    return (
      <chakra.div flex="1" display="grid" placeItems="center" color="primary">
        <Waiting label={t`Connecting…`} onBack={() => readMissing(queryClient)} />
      </chakra.div>
    );
  }
  const video = services?.find(({ name }) => name === 'service_video_chat');
  return (
    <chakra.div
      flex="1"
      minH="0"
      display="flex"
      flexDirection="column"
      data-testid="kiosk-home"
      animation="appear 360ms"
    >
      <chakra.header
        display="flex"
        alignItems="center"
        gap="4"
        px="max(1rem, 2.5vmin)"
        py="max(0.75rem, 1.5vmin)"
        bg="navigation"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <chakra.div flex="1" minW="0">
          <chakra.h1
            textStyle="heading"
            lineClamp="2"
            overflowWrap="anywhere"
            tabIndex={-1}
            data-page-heading
            outline="none"
          >
            {device.name || device.serialPrinted}
          </chakra.h1>
          <chakra.p
            display="inline-flex"
            alignItems="center"
            gap="2"
            fontSize="1.375rem"
            lineHeight="1.3"
            role="status"
            data-testid="kiosk-state"
            data-connected={connected}
          >
            <StatusDot tone={connected ? 'success' : 'warning'} aria-hidden />
            {connected ? (
              device.answersByItself ? (
                <Trans>Ready, answers automatically</Trans>
              ) : (
                <Trans>Ready</Trans>
              )
            ) : (
              <Trans>Connecting…</Trans>
            )}
          </chakra.p>
        </chakra.div>
        <chakra.div textAlign="end" flexShrink="0">
          <KioskClock />
        </chakra.div>
        <IconButton label={t`Settings of this device`} size="lg" onClick={() => setSettings(true)}>
          <Settings />
        </IconButton>
      </chakra.header>
      <chakra.div
        flex="1"
        display="flex"
        flexDirection="column"
        gap="max(1rem, 2vmin)"
        p="max(1rem, 2.5vmin)"
        textStyle="heading"
        fontWeight="regular"
      >
        {!connected && (
          <Banner tone="warning" icon={<WifiOff aria-hidden />}>
            <Trans>Can’t reach the server. The device reconnects automatically.</Trans>
          </Banner>
        )}
        {blocked && (
          <Banner tone="error" icon={<CameraOff aria-hidden />}>
            <Trans>
              This browser forbids camera or microphone. Allow both for this page, then reload it.
            </Trans>
          </Banner>
        )}
        {video?.state === 'DISABLED' && (
          <Banner tone="warning">{i18n._(errorText['service-disabled'])}</Banner>
        )}
        <KioskRequests deviceId={device.id} />
        <KioskPairs deviceId={device.id} />
        <chakra.footer
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          columnGap="6"
          textStyle="caption"
          color="ink.subtle"
        >
          <p>
            <Trans>Serial number</Trans>{' '}
            <chakra.span fontFamily="mono" whiteSpace="nowrap" data-testid="kiosk-serial">
              {device.serialPrinted}
            </chakra.span>
          </p>
          {wakeLock === 'unsupported' && (
            <p>
              <Trans>
                This browser can’t keep the screen on. Turn the screen saver off in your system settings.
              </Trans>
            </p>
          )}
        </chakra.footer>
      </chakra.div>
      {settings && (
        <SettingsGate
          deviceId={device.id}
          answersByItself={device.answersByItself}
          onClose={() => setSettings(false)}
        />
      )}
      {resting && <RestScreen />}
    </chakra.div>
  );
};
