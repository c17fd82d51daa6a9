import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { useCallPlace } from '#client/stage/call-place.ts';
import type { PartyKey } from '#protocol/party.ts';
import { noVolumes, type Volumes, volumeOf, volumesFromText, volumesToText, withVolume } from './volumes.ts';

const KEY = 'hibiki.heardVolumes';

/** Null where the browser keeps nothing: then a reload forgets them. */
const storage = typeof sessionStorage === 'undefined' ? null : sessionStorage;

const shownAtom = atom<Volumes>(volumesFromText(storage?.getItem(KEY) ?? null));

/** How loud this tab plays the members of its call; kept over a reload. */
const volumesAtom = atom(
  (get) => get(shownAtom),
  (_get, set, volumes: Volumes) => {
    set(shownAtom, volumes);
    storage?.setItem(KEY, volumesToText(volumes));
  },
);

/** How loud one hears someone, 0 to 1, at full volume while it is not known who it is (null); renders only when that changes. */
export function useHeardVolume(person: PartyKey | null): number {
  const { search } = useCallPlace();
  return useAtomValue(
    useMemo(
      () => atom((get) => (person === null ? 1 : volumeOf(get(volumesAtom), search, person))),
      [search, person],
    ),
  );
}

const changeAtom = atom(null, (get, set, call: string, person: PartyKey, level: number) =>
  set(volumesAtom, withVolume(get(volumesAtom), call, person, level)),
);

/** Changes how loud one hears someone in this call. */
export function useSetHeardVolume(): (person: PartyKey, level: number) => void {
  const { search } = useCallPlace();
  const change = useSetAtom(changeAtom);
  return (person, level) => change(search, person, level);
}

/** The call is over: the next one begins with everyone at full volume. */
export function useForgetVolumes(): () => void {
  const set = useSetAtom(volumesAtom);
  return () => set(noVolumes);
}
