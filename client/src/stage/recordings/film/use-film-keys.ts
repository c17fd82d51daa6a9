import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { singleKeysAtom } from '#client/ui/ui-state.ts';
import { filmKey, type KeyPress } from './film-key.ts';
import { type FilmPlayer, RATES } from './player.ts';

const TYPED_IN =
  'input:not([type=range], [type=radio]), textarea, select, [contenteditable], dialog, [role=menu]';

const pressOf = (event: KeyboardEvent): KeyPress => {
  const target = event.target instanceof Element ? event.target : null;
  return {
    key: event.key,
    modified: event.ctrlKey || event.metaKey || event.altKey || event.isComposing,
    onText: target?.closest(TYPED_IN) != null,
    onRange: target?.closest('input[type=range], input[type=radio]') != null,
    onButton: target?.closest('button, summary, input[type=radio]') != null,
    elsewhere: isInCall(target),
  };
};

/** A call in a small window has its own keys while the focus is in it. */
const isInCall = (target: Element | null): boolean =>
  target?.closest('[data-call-window], [data-testid=stage]') != null;

/** The keys of the film, wherever on the page the focus is. */
export function useFilmKeys(player: FilmPlayer, toggleFullscreen: (() => void) | null): void {
  const singleKeys = useAtomValue(singleKeysAtom);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const action = filmKey(pressOf(event), singleKeys);
    if (!action || (action.kind === 'fullscreen' && !toggleFullscreen)) return;
    event.preventDefault();
    switch (action.kind) {
      case 'toggle':
        if (!event.repeat) player.toggle();
        break;
      case 'move':
        player.seekBy(action.seconds);
        break;
      case 'start':
        player.seek(0);
        break;
      case 'end':
        player.seek(Number.POSITIVE_INFINITY);
        break;
      case 'rate':
        player.setRate(nextRate(player.state.get().rate, action.by));
        break;
      case 'mute':
        if (!event.repeat) player.toggleMuted();
        break;
      case 'fullscreen':
        if (!event.repeat) toggleFullscreen?.();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function nextRate(rate: number, by: 1 | -1): number {
  const at = RATES.indexOf(rate);
  return RATES[Math.min(RATES.length - 1, Math.max(0, at + by))] ?? rate;
}
