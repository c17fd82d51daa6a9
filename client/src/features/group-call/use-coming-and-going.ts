import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Person } from './tile.tsx';

/** What to read out: who has come and who has left since the last time. Whoever was there at first is not read out. */
export function useComingAndGoing(people: readonly Person[]): string {
  const { t } = useLingui();
  const before = useRef<ReadonlyMap<string, string> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const now = new Map(people.filter((person) => !person.self).map(({ key, name }) => [key, name]));
    const then = before.current;
    if (people.length === 0) return;
    before.current = now;
    if (!then) return;
    const came = [...now].filter(([key]) => !then.has(key)).map(([, name]) => t`${name} has joined`);
    const went = [...then].filter(([key]) => !now.has(key)).map(([, name]) => t`${name} has left`);
    if (came.length + went.length > 0) setText([...came, ...went].join('. '));
  }, [people, t]);
  return text;
}
