import { chakra } from '@chakra-ui/react';
import { useRef } from 'react';
import type { ShownSize } from '#client/call/group/received-layer.ts';
import { useNamedInCall } from '#client/stage/use-named-in-call.ts';
import { VideoView } from '#client/stage/video-view.tsx';
import type { Picture } from './pictures.ts';
import { useShownSize } from './use-shown-size.ts';

export interface SmallPictureProps {
  readonly picture: Picture;
  readonly onShown: (picture: Picture, size: ShownSize | null) => void;
}

/** The one picture that a call shows over another page. */
export const SmallPicture = ({ picture, onShown }: SmallPictureProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const named = useNamedInCall();
  useShownSize(ref, (size) => onShown(picture, size));
  return (
    <chakra.div ref={ref} position="absolute" inset="0">
      <VideoView
        track={picture.track}
        fit={picture.source === 'camera' ? 'cover' : 'contain'}
        label={named(picture.person)}
        kind="remote"
        member={picture.person.key}
      />
    </chakra.div>
  );
};
