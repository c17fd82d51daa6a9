import { useEffect, useRef } from 'react';
import { whileVisible } from '#client/ui/while-visible.ts';

/** So few that stretching them blurs the picture: a CSS blur of a whole window takes a processor to itself where there is no GPU. */
const WIDTH_PX = 20;
const HEIGHT_PX = 12;
/** Colours move slowly. */
const DRAW_EVERY_MS = 250;

const STRETCHED = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  transform: 'scaleX(-1)',
} as const;

/** The colours of a camera's picture, mirrored, over the whole of its place: a background. */
export const SoftPicture = ({ track }: { readonly track: MediaStreamTrack | null }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const surface = canvas.current?.getContext('2d');
    if (!track || !surface) return;
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = new MediaStream([track]);
    video.play().catch(() => {});
    // Of a few pixels: it costs nothing. Safari has no filter, and a picture that is a little harder.
    surface.filter = 'blur(1px)';
    const draw = () => {
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
        surface.drawImage(video, 0, 0, WIDTH_PX, HEIGHT_PX);
    };
    video.addEventListener('loadeddata', draw);
    const stop = whileVisible(draw, DRAW_EVERY_MS);
    return () => {
      stop();
      video.srcObject = null;
    };
  }, [track]);
  return <canvas ref={canvas} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden style={STRETCHED} />;
};
