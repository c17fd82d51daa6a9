import { describe, expect, it } from 'vitest';
import { filmKey, type KeyPress } from './film-key.ts';

const press = (key: string, where: Partial<KeyPress> = {}, singleKeys = true) =>
  filmKey(
    { key, modified: false, onText: false, onRange: false, onButton: false, elsewhere: false, ...where },
    singleKeys,
  );

describe('a key', () => {
  it('plays, moves and mutes wherever the focus is', () => {
    expect(press(' ')).toEqual({ kind: 'toggle' });
    expect(press('ArrowLeft')).toEqual({ kind: 'move', seconds: -5 });
    expect(press('L')).toEqual({ kind: 'move', seconds: 10 });
    expect(press('>')).toEqual({ kind: 'rate', by: 1 });
    expect(press('x')).toBeNull();
  });

  it('is left to the control that uses it, and to the browser', () => {
    expect(press('k', { onText: true })).toBeNull();
    expect(press(' ', { onButton: true })).toBeNull();
    expect(press('k', { onButton: true })).toEqual({ kind: 'toggle' });
    expect(press('Home', { onRange: true })).toBeNull();
    expect(press(' ', { onRange: true })).toEqual({ kind: 'toggle' });
    expect(press('f', { modified: true })).toBeNull();
    expect(press('m', { elsewhere: true })).toBeNull();
  });

  it('that types a character does not count where these are switched off', () => {
    expect(press('k', {}, false)).toBeNull();
    expect(press('ArrowRight', {}, false)).toEqual({ kind: 'move', seconds: 5 });
  });
});
