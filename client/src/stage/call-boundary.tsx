import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { PhoneOff, RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { StageMessage } from './stage.tsx';

/** At a kiosk no one presses a button. */
const SHOW_AGAIN_MS = 2_000;
/** A screen that fails each time is not shown for ever. */
const SHOWN_AGAIN = 3;

export interface CallBoundaryProps {
  readonly children: ReactNode;
  /** There is a call; without one a failure is the page's. */
  readonly live: boolean;
  /** Ends the call. */
  readonly onEnd: () => void;
  /** Around what is shown instead; nothing by default. */
  readonly frame?: (message: ReactNode) => ReactNode;
}

interface CallBoundaryState {
  readonly failure: { readonly error: unknown } | null;
  readonly live: boolean;
}

/**
 * Around the screen of a call, and not around what opens and holds the call: a screen that throws is shown again, and the call
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
    const { children, live, onEnd, frame = (message) => message } = this.props;
    const { failure } = this.state;
    if (!failure) return children;
    if (!live) throw failure.error;
    return frame(
      <StageMessage>
        <chakra.h1 textStyle="title" role="alert" data-testid="call-screen-failed">
          <Trans>This screen failed. Your call continues.</Trans>
        </chakra.h1>
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
          <Button onClick={this.#showAgain} data-testid="show-call-again">
            <RotateCw aria-hidden />
            <Trans>Show the call</Trans>
          </Button>
          <Button variant="danger" onClick={onEnd}>
            <PhoneOff aria-hidden />
            <Trans>Leave the call</Trans>
          </Button>
        </chakra.div>
      </StageMessage>,
    );
  }
}
