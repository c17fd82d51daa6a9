import { Component, type ReactNode } from 'react';
import { lazyPart } from './lazy-part.tsx';

const CallFailed = lazyPart(async () => (await import('./call-failed.tsx')).CallFailed);

/** At a kiosk no one presses a button. */
const SHOW_AGAIN_MS = 2_000;
/** A screen that fails each time is not shown for ever. */
const SHOWN_AGAIN = 3;

export interface CallBoundaryProps {
  readonly children: ReactNode;
  /** There is a call; without one a failure is the page's. */
  readonly live: boolean;
  /** Ends the call; for a part of the screen, beside which that can be done, closes the part where it can be closed. */
  readonly onEnd?: (() => void) | undefined;
  /** Around a part of the screen alone. */
  readonly part?: boolean;
  /** Around what is shown instead; nothing by default. */
  readonly frame?: (message: ReactNode) => ReactNode;
}

interface CallBoundaryState {
  readonly failure: { readonly error: unknown } | null;
  readonly live: boolean;
}

/**
 * Around the screen of a call or a part of it, and not around what opens and holds the call: what throws is shown again, and the call
 * goes on meanwhile.
 */
export class CallBoundary extends Component<CallBoundaryProps, CallBoundaryState> {
  override state: CallBoundaryState = { failure: null, live: this.props.live };
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(error: unknown): Partial<CallBoundaryState> {
    return { failure: { error } };
  }

  /** How a call has ended is another screen. */
  static getDerivedStateFromProps(
    { live }: CallBoundaryProps,
    state: CallBoundaryState,
  ): Partial<CallBoundaryState> | null {
    return live === state.live ? null : { failure: null, live };
  }

  override componentDidCatch(): void {
    this.#failures += 1;
    clearTimeout(this.#timer);
    if (this.#failures <= SHOWN_AGAIN) this.#timer = setTimeout(this.#showAgain, SHOW_AGAIN_MS);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  readonly #showAgain = (): void => {
    clearTimeout(this.#timer);
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    const { children, live, part = false, onEnd, frame = (message) => message } = this.props;
    const { failure } = this.state;
    if (!failure) return children;
    if (!live) throw failure.error;
    return frame(<CallFailed part={part} onAgain={this.#showAgain} onEnd={onEnd} />);
  }
}
