import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ClientError } from '#client/client-error.ts';
import { isLoadingScreen, lazyScreen } from './load-screen.ts';

const Hello = () => <p>Hello</p>;

describe('a screen in a chunk of its own', () => {
  test('is shown without suspending once it has been preloaded, and is loaded once', async () => {
    let loads = 0;
    const Screen = lazyScreen('base', async () => {
      loads += 1;
      return Hello;
    });
    expect(Screen.isLoaded()).toBe(false);
    const loaded = Promise.all([Screen.preload(), Screen.preload()]);
    expect(isLoadingScreen()).toBe(true);
    await loaded;
    expect(isLoadingScreen()).toBe(false);
    expect(loads).toBe(1);
    expect(renderToStaticMarkup(<Screen />)).toBe('<p>Hello</p>');
  });

  test('that could not be preloaded is loaded again', async () => {
    let loads = 0;
    const Screen = lazyScreen('base', async () => {
      loads += 1;
      if (loads === 1) throw new ClientError('chunk-load-failed', 'The line is down');
      return Hello;
    });
    await Screen.preload();
    expect(Screen.isLoaded()).toBe(false);
    await Screen.preload();
    expect(renderToStaticMarkup(<Screen />)).toBe('<p>Hello</p>');
  });
});
