import type { BrowserContext, Page } from 'playwright';

/** What they do to a page stays when another address is opened in it. */
const LASTING = [
  'addInitScript',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const satisfies readonly (keyof Page)[];

/** Likewise, to all pages of a context. */
const LASTING_IN_CONTEXT = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;

/** Tells of each use of a method of this one object; the method does what it did. */
const watchMethods = (object: object, names: readonly string[], onUse: () => void): (() => void) => {
  for (const name of names) {
    const method: unknown = Reflect.get(object, name);
    if (typeof method !== 'function') throw new Error(`Playwright has no ${name} any more`);
    Reflect.defineProperty(object, name, {
      configurable: true,
      value: (...args: unknown[]): unknown => {
        onUse();
        return Reflect.apply(method, object, args);
      },
    });
  }
  return () => {
    for (const name of names) Reflect.deleteProperty(object, name);
  };
};

export interface PageMarks {
  /** What a test has done to the page, or to its context, that the next one would notice. */
  read(): { readonly page: boolean; readonly context: boolean };
  /** Stops watching. */
  end(): void;
}

export const watchMarks = (page: Page, context: BrowserContext): PageMarks => {
  const marks = { page: false, context: false };
  const markPage = () => {
    marks.page = true;
  };
  const ends = [
    watchMethods(page, LASTING, markPage),
    // What is asked for in such a session lasts as long as it does.
    watchMethods(context, ['newCDPSession'], markPage),
    watchMethods(context, ['addInitScript'], () => {
      marks.context = true;
    }),
    watchMethods(page.clock, LASTING_IN_CONTEXT, () => {
      marks.context = true;
    }),
  ];
  page.once('crash', () => {
    marks.context = true;
  });
  return {
    read: () => ({ ...marks }),
    end() {
      for (const end of ends) end();
    },
  };
};
