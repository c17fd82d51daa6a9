import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { ZoomOut } from 'lucide-react';
import {
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useShortcuts } from './call-shortcuts.ts';
import { StageButton } from './stage-button.tsx';
import { type Point, panBy, pinch, unzoomed, type Zoom, zoomAt } from './zoom.ts';

const STEP = 1.25;
/** Of the place's width or height. */
const PAN_STEP = 0.15;
/** A wheel's notch is about 100 of its units. */
const WHEEL_UNITS = 400;

/** The keys mean the picture that was pointed at or focused last; of those that never were, the one that came first. */
let current: string | null = null;

export interface ZoomableProps {
  readonly children: ReactNode;
  /** The focus is on what belongs to the picture: the keys mean it from then on. */
  readonly focused?: boolean;
  /** There is no picture just now, and nothing to enlarge. */
  readonly empty?: boolean;
}

/** Makes a picture as large as one likes: wheel, two fingers, double click, keys; dragged while it is larger than its place. */
export const Zoomable = ({ children, focused = false, empty = false }: ZoomableProps) => {
  const { t } = useLingui();
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>(unzoomed);
  if (empty && zoom !== unzoomed) setZoom(unzoomed);
  const [moving, setMoving] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const zoomed = zoom.scale > 1;

  const size = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = ref.current ?? {};
    return { width, height };
  };
  const at = (event: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left = 0, top = 0 } = ref.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const middle = (): Point => ({ x: size().width / 2, y: size().height / 2 });
  const step = (factor: number) => {
    if (current !== id || empty) return false;
    setZoom((now) => zoomAt(now, factor, middle(), size()));
    return true;
  };
  const move = (x: number, y: number) => {
    if (current !== id || !zoomed) return false;
    const { width, height } = size();
    setZoom((now) => panBy(now, { x: x * width * PAN_STEP, y: y * height * PAN_STEP }, size()));
    return true;
  };
  const reset = () => {
    if (current !== id) return false;
    setZoom(unzoomed);
    return true;
  };

  useEffect(() => {
    current ??= id;
    return () => {
      if (current === id) current = null;
    };
  }, [id]);

  useEffect(() => {
    if (focused) current = id;
  }, [focused, id]);
  /** A smaller place would show what is beyond the picture's edges. */
  const stayWithin = useEffectEvent(() => setZoom((now) => panBy(now, { x: 0, y: 0 }, size())));
  useEffect(() => {
    const element = ref.current;
    if (!zoomed || !element) return;
    const observer = new ResizeObserver(() => stayWithin());
    observer.observe(element);
    return () => observer.disconnect();
  }, [zoomed]);

  const scope = 'picture';
  useShortcuts([
    { key: '+', label: t`Zoom in`, scope, run: () => step(STEP) },
    { key: '-', label: t`Zoom out`, scope, run: () => step(1 / STEP) },
    { key: '0', label: t`Reset zoom`, scope, run: reset },
    ...(zoomed
      ? ([
          { key: 'arrowleft', label: t`Move the zoomed video`, scope, run: () => move(1, 0) },
          { key: 'arrowright', label: t`Move the zoomed video`, scope, run: () => move(-1, 0) },
          { key: 'arrowup', label: t`Move the zoomed video`, scope, run: () => move(0, 1) },
          { key: 'arrowdown', label: t`Move the zoomed video`, scope, run: () => move(0, -1) },
        ] as const)
      : []),
  ]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // The page must not scroll or zoom along.
    event.preventDefault();
    current = id;
    if (!empty) setZoom((now) => zoomAt(now, 2 ** (-event.deltaY / WHEEL_UNITS), at(event), size()));
  });
  useEffect(() => {
    const element = ref.current;
    // React's own listeners for the wheel are passive.
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  const release = (event: ReactPointerEvent) => {
    fingers.current.delete(event.pointerId);
    setMoving(fingers.current.size > 0);
  };
  const onPointerMove = (event: ReactPointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const [other] = [...fingers.current].filter(([pointer]) => pointer !== event.pointerId);
    fingers.current.set(event.pointerId, now);
    if (other) setZoom((zoom) => pinch(zoom, [before, other[1]], [now, other[1]], size()));
    else setZoom((zoom) => panBy(zoom, { x: now.x - before.x, y: now.y - before.y }, size()));
  };

  return (
    <chakra.div
      ref={ref}
      data-testid="zoomable"
      data-zoom={zoom.scale.toFixed(2)}
      position="absolute"
      inset="0"
      overflow="hidden"
      touchAction="none"
      cursor={zoomed ? (moving ? 'grabbing' : 'grab') : undefined}
      onPointerEnter={() => {
        current = id;
      }}
      onPointerDown={(event) => {
        current = id;
        if (
          empty ||
          event.button !== 0 ||
          (event.target instanceof Element && event.target.closest('button'))
        )
          return;
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, at(event));
        setMoving(true);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={(event) => {
        if (!empty) setZoom((now) => (now.scale > 1 ? unzoomed : zoomAt(now, 2, at(event), size())));
      }}
    >
      <chakra.div
        position="absolute"
        inset="0"
        transformOrigin="0 0"
        transition={moving ? 'none' : 'transform 120ms'}
        style={zoomed ? { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` } : undefined}
      >
        {children}
      </chakra.div>
      {zoomed && (
        <chakra.span position="absolute" bottom="3" insetEnd="3" zIndex="1">
          <StageButton label={t`Reset zoom`} size="sm" onClick={() => setZoom(unzoomed)}>
            <ZoomOut aria-hidden />
          </StageButton>
        </chakra.span>
      )}
    </chakra.div>
  );
};
