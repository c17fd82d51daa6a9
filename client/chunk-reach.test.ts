import { describe, expect, it } from 'vitest';
import { type Graph, reachOf } from './chunk-reach.ts';

const SRC = '/app/client/src';
const SIGN_IN = `${SRC}/features/auth/sign-in-page.tsx`;
const HOME = `${SRC}/features/home/home-page.tsx`;
const DIALOG = `${SRC}/features/home/some-dialog.tsx`;
const ICONS = '/elsewhere/node_modules/lucide-react/dist/esm';
const LUXON = '/elsewhere/node_modules/luxon/build/luxon.js';

interface Module {
  readonly imports?: readonly string[];
  readonly later?: readonly string[];
  readonly code?: string;
}

function graphOf(modules: Readonly<Record<string, Module>>): Graph {
  const all = Object.entries(modules);
  return {
    getModuleInfo(id) {
      const module = modules[id];
      if (!module) return null;
      return {
        code: module.code ?? '',
        importedIds: module.imports ?? [],
        dynamicallyImportedIds: module.later ?? [],
        importers: all.filter(([, { imports }]) => imports?.includes(id)).map(([importer]) => importer),
        dynamicImporters: all.filter(([, { later }]) => later?.includes(id)).map(([importer]) => importer),
      };
    },
  };
}

const graph = graphOf({
  [`${SRC}/main.tsx`]: { later: [SIGN_IN, HOME] },
  [SIGN_IN]: { imports: [`${SRC}/ui/button.tsx`] },
  [HOME]: { imports: [`${SRC}/ui/short-time.tsx`, `${SRC}/signal/presence.ts`], later: [DIALOG] },
  [DIALOG]: {
    imports: [`${SRC}/ui/button.tsx`, `${ICONS}/lucide-react.mjs`],
    code: `import { Phone, X as Close } from 'lucide-react';`,
  },
  [`${SRC}/ui/button.tsx`]: {},
  [`${SRC}/ui/short-time.tsx`]: { imports: [`${SRC}/ui/button.tsx`, LUXON] },
  [`${SRC}/signal/presence.ts`]: {},
  [`${ICONS}/lucide-react.mjs`]: {
    imports: [`${ICONS}/icons/phone.mjs`, `${ICONS}/icons/bell.mjs`],
    code: `export { default as Phone, default as PhoneIcon } from './icons/phone.mjs';\nexport { default as Bell } from './icons/bell.mjs';`,
  },
  [`${ICONS}/icons/phone.mjs`]: {},
  [`${ICONS}/icons/bell.mjs`]: {},
  [LUXON]: {},
});

describe('who loads a module', () => {
  it('knows the screens that reach it, and by how many dynamic imports', () => {
    const button = reachOf(`${SRC}/ui/button.tsx`, graph);
    expect([...(button?.loads ?? [])].sort()).toEqual(['auth', 'home', 'later']);
    expect(button?.imports).toBe(3);
    expect(reachOf(`${SRC}/ui/short-time.tsx`, graph)?.loads).toEqual(new Set(['home']));
  });

  it('has nothing to say of what is there from the beginning', () => {
    expect(reachOf(`${SRC}/main.tsx`, graph)).toBeNull();
  });

  it('counts an icon where it is named, not where the package is imported', () => {
    expect(reachOf(`${ICONS}/icons/phone.mjs`, graph)?.loads).toEqual(new Set(['later']));
    expect(reachOf(`${ICONS}/icons/bell.mjs`, graph)).toBeNull();
  });

  it('tells what brings dates along, or more than any screen may have', () => {
    expect(reachOf(`${SRC}/ui/button.tsx`, graph)).toMatchObject({ plain: true, dated: false });
    expect(reachOf(`${SRC}/ui/short-time.tsx`, graph)).toMatchObject({ plain: false, dated: true });
    expect(reachOf(`${SRC}/signal/presence.ts`, graph)).toMatchObject({ plain: false, dated: false });
    expect(reachOf(HOME, graph)).toMatchObject({ plain: false, dated: true });
  });

  it('starts from any module, one of a package too', () => {
    const fresh = graphOf({
      [`${SRC}/main.tsx`]: { later: [HOME] },
      [HOME]: { imports: [`${ICONS}/icons/phone.mjs`, `${SRC}/ui/panel.tsx`] },
      [`${SRC}/ui/panel.tsx`]: {},
      [`${ICONS}/icons/phone.mjs`]: {},
    });
    reachOf(`${ICONS}/icons/phone.mjs`, fresh);
    expect(reachOf(`${SRC}/ui/panel.tsx`, fresh)?.loads).toEqual(new Set(['home']));
  });
});
