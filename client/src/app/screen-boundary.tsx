import { Component, type ReactNode } from 'react';
import { ScreenFailed } from './screen-failed.tsx';

export interface ScreenBoundaryProps {
  readonly children: ReactNode;
  /** What was thrown on one screen is over on the next. */
  readonly screen: string;
  /** Shown in its place; the error page by default. */
  readonly instead?: (error: unknown, onAgain: () => void) => ReactNode;
}

interface ScreenBoundaryState {
  readonly failure: { readonly error: unknown } | null;
  readonly screen: string;
}

/** Shows the error page in the place of a screen that throws. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failure: null, screen: this.props.screen };

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { screen }: ScreenBoundaryProps,
    state: ScreenBoundaryState,
  ): Partial<ScreenBoundaryState> | null {
    return screen === state.screen ? null : { failure: null, screen };
  }

  readonly #again = (): void => this.setState({ failure: null });

  override render(): ReactNode {
    const { children, instead = showError } = this.props;
    return this.state.failure ? instead(this.state.failure.error, this.#again) : children;
  }
}

export const showError = (error: unknown, onAgain: () => void) => (
  <ScreenFailed error={error} onAgain={onAgain} />
);
