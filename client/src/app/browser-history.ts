import {
  createPath,
  type Location,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from 'react-router-dom';
import type { StepKind } from '#client/ui/leave-guard.ts';

/** What an entry of the browser's history holds. */
interface EntryState {
  /** Of the caller that navigated. */
  readonly usr: unknown;
  readonly key: string;
  /** How many entries of this application lie before it in this tab. */
  readonly index: number;
}

export interface Step {
  readonly location: Location;
  readonly type: NavigationType;
}

export interface HistoryOptions {
  readonly window: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>;
  /** Whether leaving the present screen, only its query, or nothing but an entry has to be asked about. */
  readonly holdsChanges: (pathname: string, step: StepKind) => boolean;
  /** Asks, and goes if the answer is yes. */
  readonly leave: (go: () => void, pathname: string, step: StepKind) => void;
}

export interface BrowserHistory {
  readonly navigator: Navigator;
  readonly current: () => Step;
  /** Returns what ends it. */
  readonly listen: (listener: (step: Step) => void) => () => void;
}

const isEntry = (state: unknown): state is EntryState =>
  state !== null && typeof state === 'object' && 'key' in state && 'index' in state;

/**
 * The browser's history for React Router's `<Router>`. Its own `BrowserRouter` cannot be held back, and its data router,
 * which can, weighs more than the sign-in page may.
 *
 * Two rules: navigating to the current location does nothing, and leaving a screen with unsaved changes asks first, also by
 * the browser's own buttons, whose step is then undone; those ask of a dialog that has an address, too.
 */
export function createBrowserHistory({ window, holdsChanges, leave }: HistoryOptions): BrowserHistory {
  const listeners = new Set<(step: Step) => void>();

  const read = (): { readonly location: Location; readonly index: number | null } => {
    const { pathname, search, hash } = window.location;
    const state: unknown = window.history.state;
    return isEntry(state)
      ? { location: { pathname, search, hash, state: state.usr, key: state.key }, index: state.index }
      : { location: { pathname, search, hash, state: null, key: 'default' }, index: null };
  };

  let { location, index } = read();
  let type: NavigationType = NavigationType.Pop;
  if (index === null) {
    index = 0;
    const first: EntryState = { usr: null, key: location.key, index };
    window.history.replaceState(first, '');
  }
  /** The step back is our own, not another navigation by the user. */
  let takingBack = false;

  const arrive = (how: NavigationType) => {
    const next = read();
    location = next.location;
    index = next.index ?? 0;
    type = how;
    for (const listener of [...listeners]) listener({ location, type });
  };

  const onPop = () => {
    if (takingBack) {
      takingBack = false;
      return;
    }
    const next = read();
    const delta = next.index === null ? 0 : next.index - (index ?? 0);
    const { pathname, search } = next.location;
    const step = pathname !== location.pathname ? 'path' : search !== location.search ? 'query' : 'same';
    if (delta === 0 || !holdsChanges(pathname, step)) return arrive(NavigationType.Pop);
    takingBack = true;
    window.history.go(-delta);
    leave(() => window.history.go(delta), pathname, step);
  };

  const navigate = (how: 'push' | 'replace', to: To, usr: unknown) => {
    const path = { search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) };
    const target = { ...path, pathname: path.pathname ?? location.pathname };
    const repeated = createPath(target) === createPath(location);
    if (repeated && (usr ?? null) === (location.state ?? null)) return;
    const go = () => {
      const entry: EntryState = {
        usr: usr ?? null,
        key: crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '',
        index: (index ?? 0) + (how === 'push' ? 1 : 0),
      };
      const url = createPath(target);
      if (how === 'push') window.history.pushState(entry, '', url);
      else window.history.replaceState(entry, '', url);
      arrive(how === 'push' ? NavigationType.Push : NavigationType.Replace);
    };
    if (target.pathname === location.pathname) go();
    else leave(go, target.pathname, 'path');
  };

  return {
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => window.history.go(delta),
      push: (to, state) => navigate('push', to, state),
      replace: (to, state) => navigate('replace', to, state),
    },
    current: () => ({ location, type }),
    listen: (listener) => {
      if (listeners.size === 0) window.addEventListener('popstate', onPop);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('popstate', onPop);
      };
    },
  };
}
