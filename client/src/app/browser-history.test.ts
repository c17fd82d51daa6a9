import { NavigationType } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { StepKind } from '#client/ui/leave-guard.ts';
import { createBrowserHistory, type Step } from './browser-history.ts';

/** What a browser does with its history, as far as is needed here; going back and forth happens at once. */
const createWindow = (start: string) => {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(start, 'http://localhost'), state: null }];
  let at = 0;
  const listeners = new Set<() => void>();
  const go = (delta: number) => {
    at += delta;
    for (const listener of [...listeners]) listener();
  };
  const put = (state: unknown, url: string | null, index: number) => {
    const before = entries[at]?.url ?? new URL('http://localhost');
    entries.splice(index, entries.length, { url: new URL(url ?? '', before), state });
    at = index;
  };
  return {
    entries,
    go,
    window: {
      get location() {
        return entries[at]?.url as unknown;
      },
      history: {
        get state() {
          return entries[at]?.state;
        },
        pushState: (state: unknown, _: string, url: string) => put(state, url, at + 1),
        replaceState: (state: unknown, _: string, url?: string) => {
          const entry = entries[at];
          if (entry) entries[at] = { url: new URL(url ?? '', entry.url), state };
        },
        go,
      },
      addEventListener: (_: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
    } as never,
  };
};

const begin = (start = '/user') => {
  const browser = createWindow(start);
  let holds = false;
  const questions: (() => void)[] = [];
  const asked: StepKind[] = [];
  const history = createBrowserHistory({
    window: browser.window,
    holdsChanges: (_, step) => {
      if (holds) asked.push(step);
      return holds;
    },
    leave: (go) => (holds ? void questions.push(go) : go()),
  });
  const steps: Step[] = [];
  history.listen((step) => steps.push(step));
  return {
    browser,
    history,
    steps,
    questions,
    asked,
    hold: (value: boolean) => {
      holds = value;
    },
    path: () => history.current().location.pathname,
  };
};

describe('the history', () => {
  test('tells of what is pushed, replaced and gone back to', () => {
    const { history, steps, browser } = begin();
    history.navigator.push('/user/settings?a=1#b');
    history.navigator.replace('/user/connections');
    browser.go(-1);
    expect(
      steps.map(({ location, type }) => [location.pathname + location.search + location.hash, type]),
    ).toEqual([
      ['/user/settings?a=1#b', NavigationType.Push],
      ['/user/connections', NavigationType.Replace],
      ['/user', NavigationType.Pop],
    ]);
  });

  test('takes a navigation to where one is for a failure: nothing happens', () => {
    const { history, steps, browser } = begin('/user?a=1');
    history.navigator.push('/user?a=1');
    expect(steps).toEqual([]);
    expect(browser.entries).toHaveLength(1);
  });

  test('asks before a screen with changes is left by a link, and stays if told to', () => {
    const { history, questions, hold, path } = begin('/user/settings');
    hold(true);
    history.navigator.push('/user');
    expect(path()).toBe('/user/settings');
    questions[0]?.();
    expect(path()).toBe('/user');
  });

  test('lets a screen change its own query meanwhile', () => {
    const { history, questions, hold } = begin('/user/settings');
    hold(true);
    history.navigator.push('/user/settings?page=2');
    expect(questions).toEqual([]);
    expect(history.current().location.search).toBe('?page=2');
  });

  test('takes a step of the browser’s own buttons back while it asks', () => {
    const { history, questions, hold, browser, path } = begin();
    history.navigator.push('/user/settings');
    hold(true);
    browser.go(-1);
    expect(questions).toHaveLength(1);
    expect(path()).toBe('/user/settings');
    expect(browser.window).toHaveProperty('location.pathname', '/user/settings');
    hold(false);
    questions[0]?.();
    expect(path()).toBe('/user');
  });

  test('asks before a step of the browser’s own buttons closes a dialog that the query names', () => {
    const { history, questions, hold, browser } = begin('/manager/users');
    history.navigator.push('/manager/users?add=');
    hold(true);
    browser.go(-1);
    expect(questions).toHaveLength(1);
    expect(history.current().location.search).toBe('?add=');
    hold(false);
    questions[0]?.();
    expect(history.current().location.search).toBe('');
  });

  test('says how far a step of the browser’s own buttons leads', () => {
    const { history, hold, browser, asked } = begin('/manager/users');
    history.navigator.push('/manager/devices');
    history.navigator.push('/manager/devices?add=');
    history.navigator.replace('/manager/devices');
    hold(true);
    browser.go(-1);
    expect(asked).toEqual(['same']);
    browser.go(-2);
    expect(asked).toEqual(['same', 'path']);
  });
});
