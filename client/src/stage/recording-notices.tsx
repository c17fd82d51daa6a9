import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Square } from 'lucide-react';
import { useNamedInCall } from '#client/stage/use-named-in-call.ts';
import { Button } from '#client/ui/button.tsx';
import type { Named } from '#protocol/name-in-sentence.ts';
import { CallTimer } from './call-timer.tsx';
import { StageNotice } from './stage.tsx';
import type { Recording } from './use-recording.tsx';

/** Glows as long as it records. */
const Dot = () => (
  <chakra.span
    aria-hidden
    width="2.5"
    height="2.5"
    borderRadius="full"
    bg="live"
    flexShrink="0"
    animation="breathe 2s infinite"
    _highContrast={{ forcedColorAdjust: 'none', bg: 'CanvasText' }}
  />
);

/** To the person who records: since when, and how to end it. */
export const OwnRecording = ({ recording }: { readonly recording: Recording }) => {
  const { state } = recording;
  if (state.status === 'recording') {
    return (
      <StageNotice
        testId="recording"
        icon={<Dot />}
        action={
          <Button variant="stageActive" size="sm" shape="pill" onClick={() => void recording.stop()}>
            <Square aria-hidden fill="currentColor" />
            <Trans>Stop and save</Trans>
          </Button>
        }
      >
        <Trans>Recording</Trans> <CallTimer since={state.since} />
      </StageNotice>
    );
  }
  if (state.status === 'saving') {
    const percent = Math.round(state.progress * 100);
    return (
      <StageNotice testId="recording-saving" icon={<Dot />}>
        <Trans>Saving the recording…</Trans> <span aria-hidden>{percent}%</span>
      </StageNotice>
    );
  }
  return null;
};

/** To everyone: someone else records. Stays for as long as it lasts. */
export const RecordedNotice = ({ by: person }: { readonly by: Named }) => {
  const by = useNamedInCall()(person);
  return (
    <StageNotice testId="recorded-by" icon={<Dot />}>
      <Trans>{by} is recording this call.</Trans>
    </StageNotice>
  );
};

/** To everyone who comes in, and when it begins. */
export const RecordedByServer = () => (
  <StageNotice testId="recorded-by-server" icon={<Dot />}>
    <Trans>This call and its chat are being recorded on the server.</Trans>
  </StageNotice>
);

/** Beside the title of a call, for small places. */
export const RecordedBadge = () => {
  const { t } = useLingui();
  return (
    <chakra.span
      role="img"
      aria-label={t`This call is being recorded`}
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      px="2"
      py="0.5"
      borderRadius="full"
      bg="rgb(0 0 0 / 0.55)"
      textStyle="caption"
      fontWeight="semibold"
    >
      <Dot />
      REC
    </chakra.span>
  );
};
