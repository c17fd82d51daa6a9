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
  readonly pinned: string | null;
  readonly pin: (key: string | null) => void;
  /** From a grid to the speaker and back; a share that took the stage by itself is put aside. */
  readonly toggle: () => void;
}

/** What stands where: what was chosen, and what shares, pins and voices make of it. */
export function useStageLayout(people: readonly Person[]): StageLayout {
  const [layout, setLayout] = useAtom(layoutAtom);
  const [pinned, pin] = useState<string | null>(null);
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const [lastSpeaker, setLastSpeaker] = useState<string | null>(null);
  const speaker = people.find(({ speaking, self }) => speaking && !self)?.key ?? null;
  useEffect(() => {
    if (speaker !== null) setLastSpeaker(speaker);
  }, [speaker]);
  const pictures = picturesOf(people);
  const front = pictureInFront(pictures, { layout, pinned, aside, lastSpeaker });
  return {
    pictures,
    front,
    pinned: pictures.some(({ key }) => key === pinned) ? pinned : null,
    pin,
    toggle() {
      if (!front) return setLayout('speaker');
      pin(null);
      setAside(new Set(pictures.filter(({ source }) => source !== 'camera').map(({ key }) => key)));
      setLayout('grid');
    },
  };
}
