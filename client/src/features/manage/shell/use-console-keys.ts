import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { undoLatest } from '#client/features/manage/form/undo.tsx';
import { singleKeysAtom } from '#client/ui/ui-state.ts';
import { consoleOverlayAtom } from './palette-state.ts';

const FIELD = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

const isInField = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches(FIELD);
const isInDialog = (): boolean => document.querySelector('dialog[open]') !== null;

/** Keys that act on every screen of the console; those without a modifier can be switched off. */
export function useConsoleKeys(): void {
  const setOverlay = useSetAtom(consoleOverlayAtom);
  const singleKeys = useAtomValue(singleKeysAtom);

  /** Whether the key was meant for the console. */
  const actOn = useEffectEvent((event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.isComposing || altKey) return false;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === 'z') return !isInField(event) && undoLatest();
      if (key.toLowerCase() !== 'k' || isInDialog()) return false;
      setOverlay('palette');
      return true;
    }
    if (!singleKeys || isInField(event) || isInDialog()) return false;
    if (key === '?') setOverlay('shortcuts');
    else if (key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
    else return false;
    return true;
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (actOn(event)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
