import { atomWithStorage } from 'jotai/utils';

/** The page of one object that was looked at. */
export interface RecentPlace {
  readonly path: string;
  readonly title: string;
}

const MOST_KEPT = 8;

/** The newest first; in this browser. */
export const recentPlacesAtom = atomWithStorage<readonly RecentPlace[]>(
  'hibiki.console.recent',
  [],
  undefined,
  {
    getOnInit: true,
  },
);

export const withPlace = (places: readonly RecentPlace[], place: RecentPlace): readonly RecentPlace[] =>
  [place, ...places.filter(({ path }) => path !== place.path)].slice(0, MOST_KEPT);
