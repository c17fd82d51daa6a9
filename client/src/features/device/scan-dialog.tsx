import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { credentialsOfText, type DeviceCredentials } from './device-credentials.ts';
import { watchForCodes } from './qr-scanner.ts';

export interface ScanDialogProps {
  readonly onLink: (link: DeviceCredentials) => void;
  readonly onClose: () => void;
}

/** Reads the QR code of a set-up link with the device's camera. */
export const ScanDialog = ({ onLink, onClose }: ScanDialogProps) => {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<'no-camera' | 'other-code' | null>(null);
  const found = useEffectEvent((text: string) => {
    const link = credentialsOfText(text);
    if (link) onLink(link);
    else setProblem('other-code');
  });
  useEffect(() => {
    let ended = false;
    let end = () => {};
    const open = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      const element = video.current;
      if (ended || !element) return stop();
      element.srcObject = stream;
      const endWatch = watchForCodes(element, (text) => found(text));
      end = () => {
        endWatch();
        stop();
      };
    };
    void open().catch(() => !ended && setProblem('no-camera'));
    return () => {
      ended = true;
      end();
    };
  }, []);
  return (
    <Dialog
      title={t`Scan QR code`}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <chakra.div display="grid" gap="4">
        {problem === 'no-camera' ? (
          <Banner tone="error">
            <Trans>The camera couldn’t be started. Allow it for this page, or paste the link instead.</Trans>
          </Banner>
        ) : (
          <>
            <Trans>Hold the QR code from the manager’s screen up to this camera.</Trans>
            <chakra.video
              ref={video}
              autoPlay
              muted
              playsInline
              width="full"
              aspectRatio="4 / 3"
              objectFit="cover"
              borderRadius="md"
              bg="stage"
              data-testid="scan-video"
            />
          </>
        )}
        {problem === 'other-code' && (
          <Banner tone="warning">
            <Trans>This QR code isn’t a set-up link.</Trans>
          </Banner>
        )}
      </chakra.div>
    </Dialog>
  );
};
