export interface KeyPress {
  /** As `KeyboardEvent.key`. */
  readonly key: string;
  /** Together with Ctrl, Alt or Meta, or within a composition. */
  readonly modified: boolean;
  /** The focus is where one types or chooses. */
  readonly onText: boolean;
  /** On a slider or a choice, which has the arrows. */
  readonly onRange: boolean;
  /** On a button or a choice, which has Space. */
  readonly onButton: boolean;
  /** In something else that has keys of its own. */
  readonly elsewhere: boolean;
}

export type KeyAction =
  | { readonly kind: 'toggle' | 'start' | 'end' | 'mute' | 'fullscreen' }
  | { readonly kind: 'move'; readonly seconds: number }
  | { readonly kind: 'rate'; readonly by: 1 | -1 };

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  arrowleft: { kind: 'move', seconds: -5 },
  arrowright: { kind: 'move', seconds: 5 },
  j: { kind: 'move', seconds: -10 },
  l: { kind: 'move', seconds: 10 },
  home: { kind: 'start' },
  end: { kind: 'end' },
  '<': { kind: 'rate', by: -1 },
  '>': { kind: 'rate', by: 1 },
  m: { kind: 'mute' },
  f: { kind: 'fullscreen' },
};

/** The seconds by which an arrow moves the film, also on its slider. */
export const moveOf = (key: string): number | null => {
  const action = ACTIONS[key.toLowerCase()];
  return key.startsWith('Arrow') && action?.kind === 'move' ? action.seconds : null;
};

/**
 * What a key does to the film; null where the key belongs to what has the focus.
 *
 * @param singleKeys whether keys that type a character count (WCAG 2.1.4)
 */
export function filmKey(press: KeyPress, singleKeys: boolean): KeyAction | null {
  const key = press.key.toLowerCase();
  if (press.modified || press.onText || press.elsewhere) return null;
  if (!singleKeys && key.length === 1) return null;
  if (press.onRange && key.length > 1) return null;
  if (press.onButton && key === ' ') return null;
  return ACTIONS[key] ?? null;
}
