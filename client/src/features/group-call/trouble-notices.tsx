import { Trans } from '@lingui/react/macro';
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { Trouble } from '#client/call/group/troubles.ts';
import { StageNotice } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { MediaSource } from '#protocol/media.ts';

export interface TroubleNoticesProps {
  readonly troubles: readonly Trouble[];
  /** Tries everything again that was given up. */
  readonly onRejoin: () => void;
}

/** What does not work although the call does, and what is done about it. */
export const TroubleNotices = ({ troubles, onRejoin }: TroubleNoticesProps) => {
  const givenUp = troubles.find((trouble) => trouble.givenUp);
  return troubles.map((trouble) => (
    <StageNotice
      key={trouble.what}
      testId={`trouble-${trouble.what}`}
      tone="warning"
      icon={trouble.givenUp ? <TriangleAlert size={18} aria-hidden /> : <Spinner size="1.125rem" />}
      action={
        trouble === givenUp && (
          <Button variant="stageActive" size="sm" shape="pill" onClick={onRejoin}>
            <RotateCw aria-hidden />
            <Trans>Join again</Trans>
          </Button>
        )
      }
    >
      <TroubleText trouble={trouble} />{' '}
      {trouble.givenUp ? <Trans>Join the call again to retry.</Trans> : <Trans>Trying again…</Trans>}
    </StageNotice>
  ));
};

const TroubleText = ({ trouble }: { readonly trouble: Trouble }) => {
  switch (trouble.what) {
    case 'receiving':
      return <Trans>You can’t hear or see everyone yet.</Trans>;
    case 'recording':
      return <Trans>The others don’t see yet that you’re recording.</Trans>;
    default:
      return trouble.wanted === 'on' ? (
        <Unsent source={trouble.what} />
      ) : (
        <StillShown source={trouble.what} />
      );
  }
};

const Unsent = ({ source }: { readonly source: MediaSource }) => {
  switch (source) {
    case 'microphone':
      return <Trans>Your microphone isn’t being sent yet.</Trans>;
    case 'camera':
      return <Trans>Your camera isn’t being sent yet.</Trans>;
    case 'screen':
      return <Trans>Your screen isn’t being shared yet.</Trans>;
    case 'screen-audio':
      return <Trans>The audio of your screen isn’t being shared yet.</Trans>;
    case 'playback':
      return <Trans>The others don’t see your file yet.</Trans>;
    case 'playback-audio':
      return <Trans>The others don’t hear your file yet.</Trans>;
  }
};

/** Nothing of it leaves this browser any more. */
const StillShown = ({ source }: { readonly source: MediaSource }) => {
  switch (source) {
    case 'microphone':
      return <Trans>You can’t be heard, but the others don’t see yet that you’re muted.</Trans>;
    case 'camera':
      return <Trans>You can’t be seen, but the others don’t see yet that your camera is off.</Trans>;
    case 'screen':
    case 'screen-audio':
    case 'playback':
    case 'playback-audio':
      return <Trans>Nothing is shared any more, but the others don’t see yet that you stopped.</Trans>;
  }
};
