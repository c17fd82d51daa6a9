import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CaptureState } from '#client/media/capture.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { type JoinWith, skipPreviewAtom } from './device-choice.ts';
import { MicrophoneProblem } from './device-problems.tsx';
import { PermissionHelp } from './permission-help.tsx';
import { PreviewDevices } from './preview-devices.tsx';
import { PreviewPicture, WIDE_AND_LOW } from './preview-picture.tsx';

export interface PreviewProps {
  /** What is joined. */
  readonly title: string;
  /** More about it: who is there. */
  readonly children?: ReactNode;
  /** What one must know before one joins. */
  readonly notice?: ReactNode;
  /** Null while the devices are being asked for. */
  readonly local: LocalMediaSnapshot | null;
  readonly onMute: (muted: boolean) => void;
  /** Null: no camera may be shown. */
  readonly onCamera: ((on: boolean) => void) | null;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string | null) => void;
  /** With what one comes in; null: the devices are not known yet, so nothing was chosen. */
  readonly onJoin: (joinWith: JoinWith | null) => void;
  readonly onBack?: () => void;
  /** On the button; `Join` by default. */
  readonly joinLabel?: ReactNode;
  /** Whether one can do without this look the next time. */
  readonly skippable?: boolean;
  /** No call follows: there is nothing to come into, muted or unseen. */
  readonly lookOnly?: boolean;
}

const isOn = ({ status }: CaptureState): boolean => status === 'live' || status === 'starting';

/** Before a call: how one looks and sounds, with which devices, and whether one comes in with both. */
const Preview = (props: PreviewProps) => {
  const { title, children, notice, local, onMute, onCamera, onChoose, onJoin, onBack } = props;
  const { joinLabel = <Trans>Join</Trans>, skippable = false, lookOnly = false } = props;
  const { t } = useLingui();
  const [skip, setSkip] = useAtom(skipPreviewAtom);
  const joinButton = useRef<HTMLButtonElement>(null);
  // The button may stand below the picture, which is what one comes to look at.
  useEffect(() => joinButton.current?.focus({ preventScroll: true }), []);

  const denied = [local?.microphone, local?.camera].some(
    (state) => state?.status === 'failed' && state.reason === 'denied',
  );

  return (
    <chakra.div
      flex="1"
      minH="0"
      overflowY="auto"
      display="grid"
      placeItems="center"
      p={{ base: '4', md: '8' }}
    >
      <chakra.div
        data-testid="preview"
        display="grid"
        gap={{ base: '5', md: '8' }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(20rem, 1fr)' }}
        css={{ [WIDE_AND_LOW]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(20rem, 1fr)' } }}
        alignItems="center"
        width="min(100%, max(70rem, 66vw))"
      >
        <PreviewPicture
          local={local}
          lookOnly={lookOnly}
          onMute={onMute}
          onCamera={onCamera}
          onChoose={onChoose}
        />
        <chakra.section
          aria-label={t`Before the call`}
          display="grid"
          gap="4"
          p={{ base: '5', md: '7' }}
          borderRadius="xl"
          bg="contents"
          color="ink"
        >
          <chakra.div>
            <chakra.h1 textStyle="title" overflowWrap="anywhere">
              {title}
            </chakra.h1>
            {children && (
              <chakra.p mt="1" color="ink.muted">
                {children}
              </chakra.p>
            )}
          </chakra.div>
          {notice}
          {denied && (
            <Banner tone="warning">
              <PermissionHelp />
            </Banner>
          )}
          {!denied && local?.microphone.status === 'failed' && (
            <Banner tone="warning">
              <MicrophoneProblem reason={local.microphone.reason} />
            </Banner>
          )}
          <PreviewDevices local={local} mayShowCamera={onCamera !== null} onChoose={onChoose} />
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" pt="2">
            {onBack && (
              <Button variant="outline" onClick={onBack}>
                <Trans>Back</Trans>
              </Button>
            )}
            <Button
              ref={joinButton}
              flex="1"
              size="lg"
              data-testid="join"
              onClick={() => onJoin(local && { microphone: !local.muted, camera: isOn(local.camera) })}
            >
              {joinLabel}
              {!lookOnly && <ArrowRight aria-hidden />}
            </Button>
          </chakra.div>
          {skippable && (
            <Checkbox checked={skip} onChange={(event) => setSkip(event.currentTarget.checked)}>
              <Trans>Skip this screen next time</Trans>
            </Checkbox>
          )}
        </chakra.section>
      </chakra.div>
    </chakra.div>
  );
};

export default Preview;
