import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';

export interface VideoViewProps {
  readonly track: MediaStreamTrack | null;
  /** `cover` fills its place and cuts the edges, `contain` shows everything. */
  readonly fit?: 'cover' | 'contain';
  /** One sees oneself as in a mirror. */
  readonly mirrored?: boolean;
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  /** For tests: `self` or `remote`. */
  readonly kind: 'self' | 'remote';
  /** For tests: whose it is. */
  readonly member?: string | undefined;
  /** The picture is there, with its own size in pixels. */
  readonly onPicture?: (size: { readonly width: number; readonly height: number }) => void;
}

/**
 * The picture of a track. When another track takes its place, the last picture of the old one stays until the new one has
 * one: a new connection, a new camera or a rebuilt room never flashes black.
 */
export const VideoView = ({ track, ...look }: VideoViewProps) => {
  // The tracks that have an element, the newest last; more than one only while the newest has no picture yet.
  const [layers, setLayers] = useState<readonly MediaStreamTrack[]>([]);
  const wanted = layers.at(-1) ?? null;
  if (wanted !== track)
    setLayers(track ? [...layers.filter((layer) => layer !== track).slice(-1), track] : []);
  const settle = (ready: MediaStreamTrack) =>
    setLayers((now) => (now.includes(ready) ? now.slice(now.indexOf(ready)) : now));
  return layers.map((layer, index) => (
    <Layer
      key={layer.id}
      track={layer}
      // The lower one has the picture and keeps the name by which it is found.
      named={index === 0}
      onReady={() => settle(layer)}
      {...look}
    />
  ));
};

interface LayerProps extends VideoViewProps {
  readonly track: MediaStreamTrack;
  readonly named: boolean;
  readonly onReady: () => void;
}

const Layer = ({
  track,
  named,
  onReady,
  fit = 'cover',
  mirrored = false,
  label,
  kind,
  member,
  onPicture,
}: LayerProps) => {
  const ref = useRef<HTMLVideoElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.srcObject = new MediaStream([track]);
    // Without sound it may always play; where it may not (battery saver), the first touch of the page starts it.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <chakra.video
      ref={ref}
      muted
      autoPlay
      playsInline
      disablePictureInPicture={kind === 'self'}
      aria-label={label}
      {...(named && { 'data-kind': kind, 'data-member': member, 'data-ready': ready })}
      onLoadedData={() => {
        setReady(true);
        onReady();
      }}
      onResize={(event) => {
        const { videoWidth, videoHeight } = event.currentTarget;
        if (videoWidth > 0) onPicture?.({ width: videoWidth, height: videoHeight });
      }}
      position="absolute"
      inset="0"
      width="full"
      height="full"
      objectFit={fit}
      opacity={ready ? '1' : '0'}
      transition="opacity 200ms"
      style={mirrored ? { transform: 'scaleX(-1)' } : undefined}
    />
  );
};
