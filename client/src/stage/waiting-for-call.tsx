import type { ReactNode } from 'react';
import { currentSignal } from '#client/signal/signal-connection.ts';
import { Waiting } from '#client/ui/waiting.tsx';
import { StageMessage } from './stage.tsx';

export interface WaitingForCallProps {
  /** For screen readers, where there are no words. */
  readonly label?: string;
  /** What is being waited for. */
  readonly children?: ReactNode;
  /** A button that leads away. */
  readonly wayOut?: ReactNode;
  /** Asks again; by default the connection to the server is tried at once. */
  readonly onBack?: () => void;
}

/** A call, or the page of one, that is not there yet. */
export const WaitingForCall = ({ onBack = connectNow, ...props }: WaitingForCallProps) => (
  <StageMessage>
    <Waiting onStage onBack={onBack} {...props} />
  </StageMessage>
);

const connectNow = () => currentSignal()?.check();
