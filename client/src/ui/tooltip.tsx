import { chakra } from '@chakra-ui/react';
import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react';

/** Long enough not to flicker while the pointer crosses a row of buttons. */
const DELAY_MS = 400;
const GAP_PX = 8;
const EDGE_PX = 8;

interface TriggerProps {
  onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: React.PointerEvent<HTMLElement>) => void;
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void;
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void;
  onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void;
}

export interface TooltipProps {
  readonly text: string;
  /** One element that takes pointer and focus events. Its accessible name must say the same: the tooltip is for the eye. */
  readonly children: ReactElement<TriggerProps>;
}

/** Shown on hover and on keyboard focus, in the top layer; Escape puts it away (WCAG 1.4.13). */
export const Tooltip = ({ text, children }: TooltipProps) => {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Never at once: a closing popover gives the focus back, and no other one can open meanwhile.
  const showLater = (element: HTMLElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // What the button has opened takes its place.
      if (element.getAttribute('aria-expanded') !== 'true') setTrigger(element);
    }, DELAY_MS);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setTrigger(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          children.props.onPointerEnter?.(event);
          if (event.pointerType === 'touch') return;
          showLater(event.currentTarget);
        },
        onPointerLeave: (event) => {
          children.props.onPointerLeave?.(event);
          hide();
        },
        onPointerDown: (event) => {
          children.props.onPointerDown?.(event);
          hide();
        },
        onFocus: (event) => {
          children.props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) showLater(event.currentTarget);
        },
        onBlur: (event) => {
          children.props.onBlur?.(event);
          hide();
        },
      })}
      {trigger && <Bubble text={text} trigger={trigger} onDismiss={hide} />}
    </>
  );
};

interface BubbleProps {
  readonly text: string;
  readonly trigger: HTMLElement;
  readonly onDismiss: () => void;
}

const Bubble = ({ text, trigger, onDismiss }: BubbleProps) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bubble = ref.current;
    if (!bubble) return;
    bubble.showPopover();
    const from = trigger.getBoundingClientRect();
    const { width, height } = bubble.getBoundingClientRect();
    const below = from.bottom + GAP_PX + height <= window.innerHeight;
    const left = Math.min(
      Math.max(EDGE_PX, from.left + from.width / 2 - width / 2),
      document.documentElement.clientWidth - width - EDGE_PX,
    );
    bubble.style.left = `${left}px`;
    bubble.style.top = `${below ? from.bottom + GAP_PX : from.top - GAP_PX - height}px`;
  }, [trigger]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onDismiss();
    };
    window.addEventListener('keydown', onKey);
    // Its button has moved.
    window.addEventListener('scroll', onDismiss, { capture: true, once: true });
    window.addEventListener('resize', onDismiss);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onDismiss, { capture: true });
      window.removeEventListener('resize', onDismiss);
    };
  }, [onDismiss]);
  return (
    <chakra.div
      ref={ref}
      popover="manual"
      aria-hidden
      position="fixed"
      inset="auto"
      margin="0"
      border="0"
      px="2.5"
      py="1"
      maxW="72"
      borderRadius="sm"
      bg="ink"
      color="background"
      textStyle="caption"
      pointerEvents="none"
      animation="appear"
      animationDuration="fast"
    >
      {text}
    </chakra.div>
  );
};
