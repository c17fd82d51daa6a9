import { createStore, type Observable } from '#client/store.ts';

/** The chosen rows: by their ids, or everything that the list matches but for some. */
export type Chosen =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string>; readonly total: number };

export interface Selection extends Observable<Chosen> {
  readonly has: (id: string) => boolean;
  readonly size: () => number;
  readonly toggle: (id: string) => void;
  /** Chooses all rows from the one toggled last to this one, in the order shown. */
  readonly extend: (id: string, shown: readonly string[]) => void;
  readonly setMany: (ids: readonly string[], chosen: boolean) => void;
  /** Everything that matches, on all pages: never implied by choosing a page. */
  readonly chooseAll: (total: number) => void;
  readonly clear: () => void;
  readonly restore: (chosen: Chosen) => void;
}

const NONE: Chosen = { kind: 'ids', ids: new Set() };

const isChosen = (chosen: Chosen, id: string): boolean =>
  chosen.kind === 'ids' ? chosen.ids.has(id) : !chosen.except.has(id);

export const chosenCount = (chosen: Chosen): number =>
  chosen.kind === 'ids' ? chosen.ids.size : Math.max(0, chosen.total - chosen.except.size);

/** How many of the chosen rows are not among those shown. */
export const chosenElsewhere = (chosen: Chosen, shown: readonly string[]): number =>
  chosenCount(chosen) - shown.filter((id) => isChosen(chosen, id)).length;

const withMany = (chosen: Chosen, ids: readonly string[], choose: boolean): Chosen => {
  const next = new Set(chosen.kind === 'ids' ? chosen.ids : chosen.except);
  for (const id of ids) {
    if (choose === (chosen.kind === 'ids')) next.add(id);
    else next.delete(id);
  }
  return chosen.kind === 'ids' ? { kind: 'ids', ids: next } : { ...chosen, except: next };
};

/** What is chosen but for some rows, whether or not these are. */
export const without = (chosen: Chosen, ids: readonly string[]): Chosen => withMany(chosen, ids, false);

/** Which rows of a list are chosen, also on pages that are not shown. */
export function createSelection(): Selection {
  const store = createStore<Chosen>(NONE);
  let anchor: string | null = null;
  const setMany = (ids: readonly string[], choose: boolean) => store.set(withMany(store.get(), ids, choose));
  const has = (id: string) => isChosen(store.get(), id);
  const toggle = (id: string) => {
    setMany([id], !has(id));
    anchor = id;
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    has,
    size: () => chosenCount(store.get()),
    toggle,
    extend(id, shown) {
      const [from, to] = [anchor === null ? -1 : shown.indexOf(anchor), shown.indexOf(id)];
      if (from < 0 || to < 0) return toggle(id);
      setMany(shown.slice(Math.min(from, to), Math.max(from, to) + 1), true);
    },
    setMany,
    chooseAll: (total) => store.set({ kind: 'all', except: new Set(), total }),
    clear() {
      anchor = null;
      store.set(NONE);
    },
    restore: (chosen) => store.set(chosen),
  };
}
