import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MicOff } from 'lucide-react';
import { useState } from 'react';
import type { ActiveCall } from '#client/call/direct/machine.ts';
import type { DirectCallSnapshot } from '#client/call/direct/snapshot.ts';
import { AudioOutput } from '#client/stage/audio-output.tsx';
import { VideoView } from '#client/stage/video-view.tsx';
import { Avatar } from '#client/ui/avatar.tsx';
import { SelfView } from './self-view.tsx';

export interface ConnectedViewProps {
  readonly call: ActiveCall;
  readonly snapshot: DirectCallSnapshot;
}

/** The other side, large, and oneself in a corner. */
export const ConnectedView = ({ call, snapshot }: ConnectedViewProps) => {
  const { t } = useLingui();
  const { peer, peerMedia } = call;
  const { name } = peer;
  const { remote, local } = snapshot;
  const [portrait, setPortrait] = useState(false);
  const seen = peerMedia.camera && remote.video !== null;
  return (
    <chakra.div flex="1" minH="0" position="relative">
      <chakra.div position="absolute" inset="0" display="grid" placeItems="center">
        <Avatar name={name} size="7.5rem" />
      </chakra.div>
      <VideoView
        track={seen ? remote.video : null}
        // A phone held upright is shown whole on a wide screen; else the picture fills the stage.
        fit={portrait ? 'contain' : 'cover'}
        onPicture={({ width, height }) => setPortrait(height > width)}
        label={t`Picture of ${name}`}
        kind="remote"
        member={peer.id}
      />
      {remote.audio && <AudioOutput track={remote.audio} />}
      {!peerMedia.microphone && (
        <chakra.span
          data-testid="peer-muted"
          position="absolute"
          insetInlineStart="4"
          bottom="4"
          display="inline-flex"
          alignItems="center"
          gap="2"
          px="3"
          py="1.5"
          borderRadius="full"
          bg="rgb(0 0 0 / 0.6)"
          textStyle="small"
        >
          <MicOff size={16} aria-hidden />
          <Trans>{name} is muted</Trans>
        </chakra.span>
      )}
      <SelfView local={local} />
    </chakra.div>
  );
};
