import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { layoutAtom } from './layout-atom.ts';
import type { Person } from './people.ts';
import { type Picture, pictureInFront } from './pictures.ts';
import { picturesOf } from './places.ts';

export interface StageLayout {
  readonly pictures: readonly Picture[];
  /** The picture that has the stage; null: a grid. */
  readonly front: Picture | null;
  /** As in a 1-to-1 call: the other side over the whole stage, oneself in a corner of it. */
  readonly facing: boolean;
  readonly pinned: string | null;
  readonly pin: (key: string | null) => void;
  /** From a grid to the speaker and back; a share that took the stage by itself is put aside. */
  readonly toggle: () => void;
}

/**
 * What stands where: what was chosen, and what shares, pins and voices make of it.
 *
 * @param pair a 1-to-1 call that has moved to a room, with no one else in it: it looks as before until something else is chosen
 */
export function useStageLayout(people: readonly Person[], pair: boolean): StageLayout {
  const [layout, setLayout] = useAtom(layoutAtom);
  const [pinned, pin] = useState<string | null>(null);
  const [apart, setApart] = useState(false);
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const [lastSpeaker, setLastSpeaker] = useState<string | null>(null);
  const speaker = people.find(({ speaking, self }) => speaking && !self)?.key ?? null;
  useEffect(() => {
    if (speaker !== null) setLastSpeaker(speaker);
  }, [speaker]);
  const pictures = picturesOf(people);
  const together = pair && !apart;
  const front = pictureInFront(pictures, {
    layout: together ? 'speaker' : layout,
    pinned,
    aside,
    lastSpeaker,
  });
  return {
    pictures,
    front,
    facing: together && pictures.length === 2 && front?.person.self === false,
    pinned: pictures.some(({ key }) => key === pinned) ? pinned : null,
    pin,
    toggle() {
      if (!front) {
        setApart(false);
        return setLayout('speaker');
      }
      pin(null);
      setApart(true);
      setAside(new Set(pictures.filter(({ source }) => source !== 'camera').map(({ key }) => key)));
      setLayout('grid');
    },
  };
}
