import { useEffect, useEffectEvent } from 'react';

export interface CallShortcuts {
  /** M. */
  readonly onMute: () => void;
  /** V. */
  readonly onCamera: () => void;
}

/** Single keys do not count while somebody types, or together with others (WCAG 2.1.4). */
const isForUs = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(
    event.target instanceof HTMLElement &&
    event.target.closest('input, textarea, select, [contenteditable], [role=menu], dialog')
  );
};

/** The keys of a call, wherever on its page the focus is. */
export const useCallShortcuts = ({ onMute, onCamera }: CallShortcuts): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForUs(event)) return;
    const key = event.key.toLowerCase();
    if (key === 'm') onMute();
    else if (key === 'v') onCamera();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
