import { useEffect, useRef, useState } from 'react';

/** Firefox has a button of its own for it and no interface. */
export const canPictureInPicture = (): boolean =>
  typeof document !== 'undefined' && document.pictureInPictureEnabled === true;

export interface PictureInPicture {
  readonly active: boolean;
  /** To be called from a click. */
  readonly toggle: () => void;
}

/**
 * A small window over all others with the picture of the person in front just now.
 *
 * @param track null keeps the last picture
 * @param onRefused the browser has not opened it
 */
export const usePictureInPicture = (
  track: MediaStreamTrack | null,
  onRefused: () => void,
): PictureInPicture => {
  const video = useRef<HTMLVideoElement | null>(null);
  const [active, setActive] = useState(false);

  useEffect(() => {
    if (!video.current || !track) return;
    video.current.srcObject = new MediaStream([track]);
    video.current.play().catch(() => {});
  }, [track]);
  useEffect(
    () => () => {
      if (video.current && document.pictureInPictureElement === video.current)
        document.exitPictureInPicture().catch(() => {});
    },
    [],
  );

  const open = async (shown: MediaStreamTrack) => {
    const element = document.createElement('video');
    element.muted = true;
    element.playsInline = true;
    element.srcObject = new MediaStream([shown]);
    element.addEventListener('leavepictureinpicture', () => {
      video.current = null;
      element.srcObject = null;
      setActive(false);
    });
    video.current = element;
    await element.play();
    await element.requestPictureInPicture();
    setActive(true);
  };

  return {
    active,
    toggle: () => {
      if (active) document.exitPictureInPicture().catch(() => {});
      else if (track)
        open(track).catch(() => {
          video.current = null;
          onRefused();
        });
    },
  };
};
