import { useLingui } from '@lingui/react/macro';
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';
import { loadTexts } from '#client/i18n/activate.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { callPart, loadChunk } from '#client/load-chunk.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';

interface Part<Props extends object> {
  /** Null as long as it is not loaded. */
  readonly loaded: () => ComponentType<Props> | null;
  /** Rejects with a ClientError, `chunk-load-failed`; a later call tries again. */
  readonly load: () => Promise<ComponentType<Props>>;
}

export interface LazyPart<Props extends object> extends FunctionComponent<Props> {
  /** Loads it ahead, when its button is pointed at. A failure is reported when it is shown. */
  readonly prefetch: () => void;
}

export interface LazyPartOptions {
  /** In its place while it is loaded. */
  readonly fallback?: ReactNode;
}

/**
 * A part of a call's screen in a chunk of its own, loaded once a call stands (`loadCallParts`). Unlike React's `lazy`, one that cannot be loaded does not take the screen, and
 * the call with it, down: that is said, nothing is shown, and it is reloaded when it is shown again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { fallback = null }: LazyPartOptions = {},
): LazyPart<Props> {
  let component: ComponentType<Props> | null = null;
  const part: Part<Props> = {
    loaded: () => component,
    load: callPart(async () => {
      component ??= await loadChunk(async () => {
        const [loaded] = await Promise.all([load(), loadTexts('call')]);
        return loaded;
      });
      return component;
    }),
  };
  return Object.assign((props: Props) => <Late part={part} props={props} fallback={fallback} />, {
    prefetch: () => void part.load().catch(() => {}),
  });
}

interface LateProps<Props extends object> {
  readonly part: Part<Props>;
  readonly props: Props;
  readonly fallback: ReactNode;
}

function Late<Props extends object>({ part, props, fallback }: LateProps<Props>): ReactNode {
  const { i18n } = useLingui();
  const [Component, setComponent] = useState(part.loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let over = false;
    part.load().then(
      (component) => {
        if (!over) setComponent(() => component);
      },
      (error: unknown) => {
        if (over) return;
        setFailed(true);
        showSnackbar('error', i18n._(textOfError(error)));
      },
    );
    return () => {
      over = true;
    };
  }, [part, i18n]);
  if (Component) return <Component {...props} />;
  return failed ? null : fallback;
}
