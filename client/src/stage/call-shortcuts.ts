import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { createStore, type Observable } from '#client/store.ts';
import { singleKeysAtom } from '#client/ui/ui-state.ts';

/** Where a key counts; the help sheet lists them by it. */
export type ShortcutScope = 'call' | 'share' | 'picture';

export interface Shortcut {
  /** As `KeyboardEvent.key`, in lower case: `m`, `?`, `+`. */
  readonly key: string;
  readonly label: string;
  readonly scope: ShortcutScope;
  /** Returns false where the key means nothing just now and is left to the browser. */
  readonly run: () => unknown;
}

/** Single keys do not count while someone types, or together with others. */
const isForUs = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  // A call in a small window leaves the keys to the page below, unless the focus is in it.
  const small = document.querySelector('[data-call-window]');
  if (small && !(event.target instanceof Node && small.contains(event.target))) return false;
  return !(
    event.target instanceof HTMLElement &&
    event.target.closest('input, textarea, select, [contenteditable], [role=menu], dialog')
  );
};

const known = createStore<readonly (readonly Shortcut[])[]>([]);

/** All that count now, for the help sheet. */
export const activeShortcuts: Observable<readonly (readonly Shortcut[])[]> = known;

/** Keys of a call, wherever on its page the focus is. Each part of a screen names its own. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const singleKeys = useAtomValue(singleKeysAtom);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForUs(event)) return;
    const key = event.key.toLowerCase();
    // An arrow types no character, and stays (WCAG 2.1.4).
    if (!singleKeys && key.length === 1) return;
    const shortcut = shortcuts.find((each) => each.key === key);
    if (shortcut && shortcut.run() !== false) event.preventDefault();
  });
  const read = useEffectEvent(() => shortcuts);
  const names = shortcuts.map(({ key, label }) => `${key}${label}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: listed again when other keys count, not at each picture.
  useEffect(() => {
    const mine = read();
    known.set([...known.get(), mine]);
    return () => known.set(known.get().filter((each) => each !== mine));
  }, [names]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
