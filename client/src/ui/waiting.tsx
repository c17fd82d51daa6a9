import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ServerWatch, type Wait, watchServer } from '#client/server-watch.ts';
import { Button } from './button.tsx';
import { LOADING } from './loading-mark.ts';
import { Spinner } from './spinner.tsx';

/**
 * Why something has not come yet, and what asks for it now.
 *
 * @param onBack asks again; called when the server is back, too
 * @param waits false: nothing is missing
 */
export function useWait(onBack: () => void, waits = true): readonly [Wait, () => void] {
  const [wait, setWait] = useState<Wait>('short');
  const watch = useRef<ServerWatch>(null);
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!waits) return;
    watch.current = watchServer(setWait, () => back());
    return () => watch.current?.end();
  }, [waits]);
  return [wait, () => watch.current?.tryNow()];
}

export interface WaitingProps {
  /** What is being waited for, for screen readers; the text says it otherwise. */
  readonly label?: string;
  /** The same in words. */
  readonly children?: ReactNode;
  readonly onBack: () => void;
  /** A button that leads away. */
  readonly wayOut?: ReactNode;
  /** On the dark ground of a call. */
  readonly onStage?: boolean;
}

/** A spinner that says within 5 s what is the matter, and lets one try again. */
export const Waiting = ({ label, children, onBack, wayOut, onStage }: WaitingProps) => {
  const [wait, tryNow] = useWait(onBack);
  return (
    <chakra.div
      {...{ [LOADING]: true }}
      display="grid"
      justifyItems="center"
      gap="4"
      textAlign="center"
      color={onStage ? undefined : 'primary'}
    >
      <Spinner size="2.5rem" label={label} />
      {children}
      <div role="status">
        {wait !== 'short' && (
          // Where nothing else is on the screen it is the screen's heading.
          <chakra.p as={children ? 'p' : 'h1'} color={onStage ? undefined : 'ink.muted'}>
            <WaitText wait={wait} />
          </chakra.p>
        )}
      </div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3">
        {wait !== 'short' && (
          <Button variant={onStage ? 'stage' : 'outline'} onClick={tryNow}>
            <Trans>Try now</Trans>
          </Button>
        )}
        {wayOut}
      </chakra.div>
    </chakra.div>
  );
};

const WaitText = ({ wait }: { readonly wait: Wait }) => {
  if (wait === 'away') return <Trans>Can’t reach the server. Trying again…</Trans>;
  return wait === 'slow' && <Trans>This is taking longer than usual. Still trying…</Trans>;
};

/** Beside what is on its way, a placeholder or a busy button: why it has not come. */
export const WaitNote = ({ onBack }: { readonly onBack?: () => void }) => {
  const [wait, tryNow] = useWait(() => onBack?.());
  return (
    <chakra.div role="status" display="flex" flexWrap="wrap" alignItems="center" gap="3" textStyle="small">
      <WaitText wait={wait} />
      {onBack && wait !== 'short' && (
        <Button size="sm" variant="outline" onClick={tryNow}>
          <Trans>Try now</Trans>
        </Button>
      )}
    </chakra.div>
  );
};
