import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MicOff } from 'lucide-react';
import { useState } from 'react';
import type { ActiveCall } from '#client/call/direct/call-state.ts';
import type { DirectCallSnapshot } from '#client/call/direct/snapshot.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { sharedTracks } from '#client/media/share.ts';
import { VideoView } from '#client/stage/video-view.tsx';
import { Zoomable } from '#client/stage/zoomable.tsx';
import { AvatarGround } from '#client/ui/avatar.tsx';
import { SelfView } from './self-view.tsx';

export interface ConnectedViewProps {
  readonly call: ActiveCall;
  readonly snapshot: DirectCallSnapshot;
}

/** The other side, large, and oneself in a corner. */
export const ConnectedView = ({ call, snapshot }: ConnectedViewProps) => {
  const { t } = useLingui();
  const { peer, peerMedia } = call;
  const name = useNamed()(peer);
  const { remote, local } = snapshot;
  const sharedLabel = () => {
    if (remote.screen?.video) return t`Screen of ${name}`;
    return remote.playback?.video ? t`Video played by ${name}` : t`Video you are playing`;
  };
  const [portrait, setPortrait] = useState(false);
  const camera = peerMedia.camera ? remote.video : null;
  const ownPlayback = local ? sharedTracks(local.playback).video : null;
  const shared = remote.screen?.video ?? remote.playback?.video ?? ownPlayback;
  return (
    <chakra.div flex="1" minH="0" position="relative">
      {shared ? (
        <Zoomable key={shared.id}>
          <VideoView track={shared} fit="contain" label={sharedLabel()} kind="remote" member="shared" />
        </Zoomable>
      ) : (
        <Zoomable key="camera">
          <AvatarGround name={peer.name} size="7.5rem" />
          <VideoView
            track={camera}
            // A phone held upright is shown whole on a wide screen; else the picture fills the stage.
            fit={portrait ? 'contain' : 'cover'}
            onPicture={({ width, height }) => setPortrait(height > width)}
            label={t`${name}’s video`}
            kind="remote"
            member={peer.id}
          />
        </Zoomable>
      )}
      {shared && camera && (
        <chakra.div
          position="absolute"
          zIndex="2"
          top={{ base: '14', md: '16' }}
          insetInlineEnd="4"
          width={{ base: '6.5rem', md: '13rem' }}
          aspectRatio={{ base: '3 / 4', md: '16 / 9' }}
          borderRadius="lg"
          overflow="hidden"
          bg="stage.tile"
          boxShadow="0 0 0 1px rgb(255 255 255 / 0.14), 0 12px 32px -8px rgb(0 0 0 / 0.6)"
        >
          <Zoomable>
            <VideoView track={camera} label={t`${name}’s video`} kind="remote" member={peer.id} />
          </Zoomable>
        </chakra.div>
      )}
      {!shared && remote.playback && (
        <chakra.p position="absolute" insetInline="4" bottom="16" textAlign="center" color="stage.ink">
          <Trans>{name} is playing an audio file.</Trans>
        </chakra.p>
      )}
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
