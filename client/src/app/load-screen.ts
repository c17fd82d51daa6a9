import { type ComponentType, createElement, type FunctionComponent, use } from 'react';
import { type CatalogPart, loadTexts } from '#client/i18n/activate.ts';
import { loadChunk } from '#client/load-chunk.ts';

/** How many screens are on their way, for the bar at the top (shell/navigation-progress.tsx). */
let loading = 0;
const listeners = new Set<() => void>();

const countLoading = (by: 1 | -1) => {
  loading += by;
  for (const listener of [...listeners]) listener();
};

export const isLoadingScreen = (): boolean => loading > 0;

export const subscribeToLoading = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The texts of a screen: of the part that it is in, or of the console with what its player of recordings shares with pages. */
type ScreenTexts = CatalogPart | 'console-film';

/** What is read in several parts is in the first of them. */
const partsOf: Readonly<Record<ScreenTexts, readonly CatalogPart[]>> = {
  base: ['base'],
  rest: ['rest'],
  call: ['rest', 'call'],
  guest: ['guest'],
  home: ['rest', 'home'],
  pages: ['rest', 'home', 'pages'],
  console: ['rest', 'console'],
  'console-film': ['rest', 'home', 'pages', 'console'],
};

/** What forgets that a screen could not be loaded. */
const failed = new Set<() => void>();

/** What could not be loaded is loaded again when it is rendered next. */
export const retryScreens = (): void => {
  for (const forget of failed) forget();
  failed.clear();
};

/** A component in a chunk of its own. */
export interface LazyScreen<Props extends object> extends FunctionComponent<Props> {
  readonly isLoaded: () => boolean;
  /**
   * Loads it ahead. Never rejects: a failure is thrown when it is rendered, which tries again.
   *
   * @param quietly no one waits for it: the bar at the top does not move
   */
  readonly preload: (quietly?: 'quietly') => Promise<void>;
}

/**
 * A screen in a chunk of its own, with the texts that it needs.
 *
 * Rendering it throws a ClientError, `chunk-load-failed`, when it cannot be loaded or takes longer than two minutes. Unlike React's
 * `lazy` it never suspends once it is loaded: React shows what has suspended 300 ms after the last fallback at the earliest.
 */
export function lazyScreen<Props extends object>(
  texts: ScreenTexts,
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let component: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const loadOnce = (quietly?: 'quietly') => {
    loading ??= (quietly ? loadWithTexts(texts, load) : counted(loadWithTexts(texts, load))).then(
      (loaded) => {
        component = loaded;
        return loaded;
      },
      (error: unknown) => {
        failed.add(forget);
        throw error;
      },
    );
    return loading;
  };
  const forget = () => {
    loading = null;
  };
  const preload = (quietly?: 'quietly') => loadOnce(quietly).then(() => {}, forget);
  return Object.assign((props: Props) => createElement(component ?? use(loadOnce()), props), {
    isLoaded: () => component !== null,
    preload,
  });
}

async function loadWithTexts<Screen>(texts: ScreenTexts, load: () => Promise<Screen>): Promise<Screen> {
  const [screen] = await loadChunk(() => Promise.all([load(), ...partsOf[texts].map(loadTexts)]));
  return screen;
}

async function counted<Screen>(work: Promise<Screen>): Promise<Screen> {
  countLoading(1);
  try {
    return await work;
  } finally {
    countLoading(-1);
  }
}

export const isLazyScreen = (component: unknown): component is LazyScreen<object> =>
  typeof component === 'function' && 'preload' in component;
