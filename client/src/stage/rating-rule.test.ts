import { describe, expect, it } from 'vitest';
import {
  ASK_AGAIN_AFTER_MS,
  asksHowItWas,
  noteAsked,
  qualityOf,
  RATED_FROM_S,
  STARS,
} from './rating-rule.ts';

function createStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

describe('how a call was', () => {
  it('is not asked after a call that never connected, or was very short', () => {
    expect(asksHowItWas(0, 1_000, createStorage())).toBe(false);
    expect(asksHowItWas(RATED_FROM_S - 1, 1_000, createStorage())).toBe(false);
    expect(asksHowItWas(RATED_FROM_S, 1_000, createStorage())).toBe(true);
  });

  it('is asked once a day, whether or not someone has answered', () => {
    const storage = createStorage();
    noteAsked(1_000, storage);
    expect(asksHowItWas(60, 1_000, storage)).toBe(false);
    expect(asksHowItWas(60, 999 + ASK_AGAIN_AFTER_MS, storage)).toBe(false);
    expect(asksHowItWas(60, 1_000 + ASK_AGAIN_AFTER_MS, storage)).toBe(true);
  });

  it('is asked where what was stored makes no sense, or lies in the future', () => {
    const storage = createStorage();
    storage.setItem('hibiki.asked-how-it-was', 'yesterday');
    expect(asksHowItWas(60, 1_000, storage)).toBe(true);
    noteAsked(5_000, storage);
    expect(asksHowItWas(60, 1_000, storage)).toBe(true);
  });

  it('is told to the server between 0 and 10', () => {
    expect(STARS.map(qualityOf)).toEqual([0, 2.5, 5, 7.5, 10]);
  });
});
