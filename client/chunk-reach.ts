/** What is asked of the build's graph of modules. */
export interface Graph {
  readonly getModuleInfo: (id: string) => {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

/** What is loaded together: dynamic imports by their path, each in the first that fits. */
const loads = [
  ['auth', /\/features\/auth\/[\w-]+-page\.tsx$/],
  ['guest', /\/app\/guest-layout\.tsx$|\/features\/guest\/guest-home-page\.tsx$/],
  ['shell', /\/app\/signed-in-layout\.tsx$/],
  ['home', /\/features\/home\/home-page\.tsx$/],
  ['rings', /\/app\/rings\.tsx$/],
  ['direct', /\/features\/direct-call\/direct-call-page\.tsx$|\/call\/direct\/peer-link\.ts$/],
  ['group', /\/features\/group-call\/group-call-page\.tsx$/],
  ['preview', /\/stage\/(own-)?preview\.tsx$/],
  ['console', /\/app\/console\/[\w-]+\.tsx$|\/features\/manage\//],
  ['device', /\/app\/device-(layout|calls)\.tsx$/],
  [
    'pages',
    /\/features\/(settings|connections|recordings|groups|notifications|about|terms|self-test)\/[\w-]+-page\.tsx$|\/app\/(video-chat|terms)-screen\.tsx$|\/device-check-page\.tsx$/,
  ],
  // Dialogs and panels.
  ['later', /./],
] as const;

type Load = (typeof loads)[number][0];

/** Who reaches a module by static imports, and what the module reaches. */
export interface Reach {
  readonly loads: ReadonlySet<Load>;
  /** By how many dynamic imports in all it is reached. */
  readonly imports: number;
  /** It imports, even indirectly, nothing but what any screen may have: see PLAIN. */
  readonly plain: boolean;
  /** It imports Luxon, even indirectly. */
  readonly dated: boolean;
}

const PLAIN =
  /\/client\/src\/((ui|forms|i18n|api|stage\/(groups|recordings))\/|[\w-]+\.ts$)|\/protocol\/src\/(?!signal\/)|\/node_modules\//;
const LUXON = /\/node_modules\/luxon\//;
/** Packages whose modules are placed one by one. The modules of all other packages go into the file of their importer. */
const ICON = /\/node_modules\/lucide-react\/dist\/esm\/icons\//;
const WALKED_PACKAGE = /\/node_modules\/valibot\//;
const ICON_INDEX = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;

/** A path without what stands behind `?`. */
const pathOf = (id: string): string => id.replace(/\?.*$/, '').replaceAll('\\', '/');
const isWalked = (id: string): boolean =>
  WALKED_PACKAGE.test(id) || (!id.includes('/node_modules/') && !id.startsWith('\0'));

/** `Phone` → `…/icons/phone.mjs`, from the lines of the package's index. */
function iconsOf(index: string, graph: Graph): ReadonlyMap<string, string> {
  const folder = index.replace(/[^/]+$/, '');
  const icons = new Map<string, string>();
  for (const [, names = '', path = ''] of (graph.getModuleInfo(index)?.code ?? '').matchAll(
    /export\s*\{([^}]*)\}\s*from\s*['"]\.\/(icons\/[\w-]+\.mjs)['"]/g,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) icons.set(name, `${folder}${path}`);
  }
  return icons;
}

const NAMED_ICONS = /import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"]/g;

const namesOfIcons = (code: string): readonly string[] =>
  [...code.matchAll(NAMED_ICONS)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);

interface Graphs {
  /** Static imports by module. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Modules that are imported dynamically. */
  readonly entries: ReadonlySet<string>;
}

/** Follows all imports of the application once. The package of icons is imported whole: those that are named count. */
function walk(someModule: string, graph: Graph): Graphs {
  const known = new Set<string>([someModule]);
  const imports = new Map<string, readonly string[]>();
  const entries = new Set<string>();
  let icons: ReadonlyMap<string, string> | null = null;
  // A set grows while it is walked.
  for (const id of known) {
    const info = graph.getModuleInfo(id);
    if (!info) continue;
    // The first may be part of a package: it leads to the whole application by who imports it.
    for (const importer of [...info.importers, ...info.dynamicImporters]) known.add(importer);
    for (const target of info.dynamicallyImportedIds) {
      entries.add(target);
      if (isWalked(target)) known.add(target);
    }
    const next = info.importedIds.filter((target) => isWalked(target) || LUXON.test(target));
    for (const target of next) known.add(target);
    const index = info.importedIds.find((target) => ICON_INDEX.test(target));
    if (index !== undefined) {
      icons ??= iconsOf(index, graph);
      for (const name of namesOfIcons(info.code ?? '')) {
        const icon = icons.get(name);
        if (icon !== undefined) next.push(icon);
      }
    }
    imports.set(id, next);
  }
  return { imports, entries };
}

/** These modules, and all that import them, even indirectly. */
function importersOf(modules: readonly string[], imports: Graphs['imports']): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [id, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), id]);
  }
  const found = new Set(modules);
  for (const id of found) for (const importer of importers.get(id) ?? []) found.add(importer);
  return found;
}

function reachOfAll({ imports, entries }: Graphs): ReadonlyMap<string, Reach> {
  const ids = [...imports.keys()];
  const dated = importersOf(
    ids.filter((id) => LUXON.test(id)),
    imports,
  );
  const special = importersOf(
    ids.filter((id) => LUXON.test(id) || !PLAIN.test(pathOf(id))),
    imports,
  );
  const found = new Map<string, Reach>();
  for (const entry of entries) {
    const load = loads.find(([, path]) => path.test(pathOf(entry)))?.[0];
    if (load === undefined) continue;
    const reached = new Set([entry]);
    for (const id of reached) {
      const known = found.get(id);
      found.set(id, {
        loads: new Set([...(known?.loads ?? []), load]),
        imports: (known?.imports ?? 0) + 1,
        plain: !special.has(id),
        dated: dated.has(id),
      });
      for (const target of imports.get(id) ?? []) reached.add(target);
    }
  }
  return found;
}

/** Caches one walk per build. */
const found = new WeakMap<Graph, ReadonlyMap<string, Reach>>();

/** Returns null for a module that no dynamic import reaches, and for modules of packages that follow their importer. */
export function reachOf(id: string, graph: Graph): Reach | null {
  if (!isWalked(id) && !ICON.test(id)) return null;
  const all = found.get(graph) ?? reachOfAll(walk(id, graph));
  found.set(graph, all);
  return all.get(id) ?? null;
}
