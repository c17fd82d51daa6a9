import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberedPosition, rememberPosition } from './positions.ts';

describe('the position in a film', () => {
  const kept = new Map<string, string>();
  const storage: Storage = {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    removeItem: (key) => void kept.delete(key),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  beforeEach(() => kept.clear());

  it('is kept for the last 50 films', () => {
    for (let film = 0; film < 51; film++) rememberPosition(storage, String(film), 10 + film, 1000);
    expect(rememberedPosition(storage, '0')).toBe(0);
    expect(rememberedPosition(storage, '1')).toBe(11);
    expect(rememberedPosition(storage, '50')).toBe(60);
  });

  it('is forgotten at the end, where there is nothing to go on with', () => {
    rememberPosition(storage, 'a', 50, 100);
    rememberPosition(storage, 'a', 99, 100);
    expect(rememberedPosition(storage, 'a')).toBe(0);
  });

  it('does without storage, and with what is none of ours in it', () => {
    kept.set('hibiki.filmPositions', '[{"id":1},"x"');
    expect(rememberedPosition(storage, 'a')).toBe(0);
    const full = {
      ...storage,
      setItem: vi.fn(() => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
    };
    rememberPosition(full, 'a', 50, 100);
    expect(full.setItem).toHaveBeenCalled();
  });
});
