import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { VideoView } from '#client/stage/video-view.tsx';
import { type Corner, cornerOf, moveCorner } from './corners.ts';

const places: Record<Corner, object> = {
  'top-left': { top: '4', left: '4' },
  'top-right': { top: '4', right: '4' },
  'bottom-left': { bottom: '4', left: '4' },
  'bottom-right': { bottom: '4', right: '4' },
};

/** Oneself, in a corner: drag it to another one, or move it there by the arrow keys. */
export const SelfView = ({ local }: { readonly local: LocalMediaSnapshot | null }) => {
  const { t } = useLingui();
  const [corner, setCorner] = useState<Corner>('bottom-right');
  const [offset, setOffset] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const grip = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const camera = local?.camera.status === 'live' ? local.camera : null;
  if (!camera) return null;
  return (
    <chakra.div
      role="group"
      aria-label={t`Your video. Move it with the arrow keys.`}
      tabIndex={0}
      data-testid="self-view"
      data-corner={corner}
      position="absolute"
      zIndex="2"
      // In a low window, such as a page that is magnified, it leaves space for the other side.
      width={{ base: 'min(6.5rem, 24dvh)', md: 'min(13rem, 36dvh)' }}
      aspectRatio={{ base: '3 / 4', md: '16 / 9' }}
      borderRadius="lg"
      overflow="hidden"
      bg="stage.tile"
      boxShadow="0 0 0 1px rgb(255 255 255 / 0.14), 0 12px 32px -8px rgb(0 0 0 / 0.6)"
      cursor={offset ? 'grabbing' : 'grab'}
      touchAction="none"
      transition={offset ? 'none' : 'transform 200ms'}
      css={places[corner]}
      style={offset ? { transform: `translate(${offset.x}px, ${offset.y}px)` } : undefined}
      onKeyDown={(event) => {
        const next = moveCorner(corner, event.key);
        if (!next) return;
        event.preventDefault();
        setCorner(next);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={(event) => {
        if (!grip.current) return;
        setOffset({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y });
      }}
      onPointerUp={(event) => {
        grip.current = null;
        setOffset(null);
        const place = event.currentTarget.getBoundingClientRect();
        const stage = event.currentTarget.offsetParent?.getBoundingClientRect();
        if (stage) setCorner(cornerOf(place, stage));
      }}
      onPointerCancel={() => {
        grip.current = null;
        setOffset(null);
      }}
    >
      <VideoView
        track={camera.track}
        mirrored={camera.facing !== 'environment'}
        label={t`Your video`}
        kind="self"
      />
    </chakra.div>
  );
};
