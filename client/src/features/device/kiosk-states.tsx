import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, KeyRound, Lock, Play, QrCode, RotateCw, Unlink } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { useWait } from '#client/ui/waiting.tsx';
import type { DeviceAccountState } from './device-account.ts';
import type { DeviceCredentials } from './device-credentials.ts';
import { KioskMessage } from './kiosk-message.tsx';
import { SetUpForm } from './set-up-form.tsx';

export interface KioskNotReadyProps {
  readonly state: Exclude<DeviceAccountState, { name: 'signed-in' }>;
  readonly onRetry: () => void;
  /** A set-up link was pasted or scanned. */
  readonly onLink: (link: DeviceCredentials) => void;
}

interface RetryProps {
  readonly onRetry: () => void;
}

const Again = ({ onRetry }: RetryProps) => (
  <Button size="lg" variant="outline" onClick={onRetry}>
    <RotateCw aria-hidden />
    <Trans>Try now</Trans>
  </Button>
);

const SerialNumber = ({ serial }: { readonly serial: string }) => (
  <>
    <Trans>Serial number</Trans> {serial}
  </>
);

/** The server does not answer, whether signed in or not. */
export const KioskUnreachable = ({ serial, onRetry }: RetryProps & { readonly serial: string }) => {
  const { t } = useLingui();
  return (
    <KioskMessage
      testId="kiosk-unreachable"
      icon={<CloudOff aria-hidden />}
      title={t`Can’t reach the server`}
      action={<Again onRetry={onRetry} />}
      detail={<SerialNumber serial={serial} />}
    >
      <Trans>Check that this device is connected to its network. It keeps trying automatically.</Trans>
    </KioskMessage>
  );
};

/** Why the device is not signed in, in words, and who can do what about it. */
export const KioskNotReady = ({ state, onRetry, onLink }: KioskNotReadyProps) => {
  const { t } = useLingui();
  const [wait] = useWait(onRetry, state.name === 'signing-in');
  const again = <Again onRetry={onRetry} />;
  const detail = 'serial' in state && <SerialNumber serial={state.serial} />;
  switch (state.name) {
    case 'not-set-up':
      return (
        <KioskMessage
          testId="kiosk-not-set-up"
          icon={<QrCode aria-hidden />}
          title={t`Set this device up`}
          action={<SetUpForm onLink={onLink} />}
        >
          <Trans>
            When a manager adds the device, the console shows a link and a QR code. Open that link here once,
            or paste it below. The device then signs in automatically.
          </Trans>
        </KioskMessage>
      );
    case 'signing-in':
      return wait !== 'short' ? (
        <KioskUnreachable serial={state.serial} onRetry={onRetry} />
      ) : (
        <KioskMessage
          testId="kiosk-signing-in"
          icon={<Spinner size="2.25rem" />}
          title={t`Signing in…`}
          detail={detail}
        />
      );
    case 'link-refused':
      return (
        <KioskMessage
          testId="kiosk-link-refused"
          icon={<Unlink aria-hidden />}
          title={t`This set-up link isn’t valid`}
          action={
            <Button size="lg" variant="outline" onClick={onRetry}>
              <Trans>Go back now</Trans>
            </Button>
          }
          detail={detail}
        >
          <Trans>
            The link may be out of date. This device keeps its settings and continues in a few seconds. Ask
            its manager for a new link.
          </Trans>
        </KioskMessage>
      );
    case 'unreachable':
      return <KioskUnreachable serial={state.serial} onRetry={onRetry} />;
    case 'refused':
      return state.refusal === 'device-disabled' ? (
        <KioskMessage
          testId="kiosk-disabled"
          icon={<Lock aria-hidden />}
          title={t`This device is disabled.`}
          action={again}
          detail={detail}
        >
          <Trans>Its manager can enable it again. It then reconnects automatically.</Trans>
        </KioskMessage>
      ) : (
        <KioskMessage
          testId="kiosk-refused"
          icon={<KeyRound aria-hidden />}
          title={t`This device is no longer registered`}
          action={
            <>
              <SetUpForm onLink={onLink} />
              {again}
            </>
          }
          detail={detail}
        >
          <Trans>
            This device was deleted, or has a new set-up link. Ask its manager for the link, then open or
            paste it here.
          </Trans>
        </KioskMessage>
      );
  }
};

/** After power-up, where the browser wants a touch before it makes a sound. */
export const KioskStart = ({ onStart }: { readonly onStart: () => void }) => {
  const { t } = useLingui();
  return (
    <KioskMessage
      testId="kiosk-start"
      icon={<Play aria-hidden />}
      title={t`Touch once to begin`}
      action={
        <Button
          size="lg"
          minH="5.5rem"
          minW="min(22rem, 80vw)"
          fontSize="1.5rem"
          shape="pill"
          data-testid="kiosk-start-button"
          onClick={onStart}
        >
          <Play aria-hidden />
          <Trans>Start</Trans>
        </Button>
      }
      detail={
        <Trans>
          To start without a touch, run Chromium with --kiosk --autoplay-policy=no-user-gesture-required, and
          allow camera and microphone by policy.
        </Trans>
      }
    >
      <Trans>Browsers need one touch before a page can ring and use the camera and microphone.</Trans>
    </KioskMessage>
  );
};
