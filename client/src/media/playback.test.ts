import { describe, expect, it, vi } from 'vitest';
import { SLOW } from '#client/testing/slow.ts';
import { createPlayback } from './playback.ts';

/** An element of a page that no one has touched: plays only once `touched`. */
const element = (page: { touched: boolean }) => {
  const play = vi.fn(async () => {
    if (!page.touched) throw new DOMException('', 'NotAllowedError');
  });
  return { play };
};

describe('sound that the browser holds back', () => {
  it('is told, and all of it starts with one click', async () => {
    const page = { touched: false };
    const playback = createPlayback();
    const elements = [element(page), element(page)];
    for (const each of elements) playback.play(each);
    await vi.waitFor(() => expect(playback.get()).toBe(true), SLOW);
    page.touched = true;
    playback.resume();
    await vi.waitFor(() => expect(playback.get()).toBe(false), SLOW);
    expect(elements.map(({ play }) => play.mock.calls.length)).toEqual([2, 2]);
  });

  it('is no longer asked for once its owner has gone', async () => {
    const playback = createPlayback();
    const forget = playback.play(element({ touched: false }));
    await vi.waitFor(() => expect(playback.get()).toBe(true), SLOW);
    forget();
    expect(playback.get()).toBe(false);
  });

  it('ignores a play that another source interrupted', async () => {
    const playback = createPlayback();
    const play = vi.fn(async () => {
      throw new DOMException('', 'AbortError');
    });
    playback.play({ play });
    await vi.waitFor(() => expect(play).toHaveBeenCalledOnce(), SLOW);
    await Promise.resolve();
    expect(playback.get()).toBe(false);
  });
});
