import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNamedInCall } from '#client/stage/use-named-in-call.ts';
import type { Person } from './people.ts';

/** What happens together is said together, so that a call of many does not talk without end. */
const GATHER_MS = 1_500;
/** More names than these are only counted. */
const NAMED = 3;

interface Seen {
  readonly name: string;
  readonly hand: boolean;
  readonly recording: boolean;
}

interface News {
  readonly came: string[];
  readonly went: string[];
  readonly raised: string[];
  readonly records: string[];
}

const nothing = (): News => ({ came: [], went: [], raised: [], records: [] });

/**
 * What to read out: who has come and gone, raised a hand or begun to record since the last time. Anyone who was there at first
 * is not read out.
 */
export function useAnnouncements(people: readonly Person[], locked: boolean): string {
  const { t } = useLingui();
  const named = useNamedInCall();
  const before = useRef<ReadonlyMap<string, Seen> | null>(null);
  const wasLocked = useRef(locked);
  const news = useRef(nothing());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');

  useEffect(() => {
    if (people.length === 0) return;
    const now = new Map<string, Seen>(
      people
        .filter(({ self }) => !self)
        .map((person) => [
          person.key,
          { name: named(person), hand: person.handRaisedAt !== null, recording: person.recording },
        ]),
    );
    const then = before.current;
    before.current = now;
    if (!then) return;
    const { came, went, raised, records } = news.current;
    for (const [key, { name, hand, recording }] of now) {
      const old = then.get(key);
      if (!old) came.push(name);
      if (hand && !old?.hand) raised.push(name);
      if (recording && !old?.recording) records.push(name);
    }
    for (const [key, { name }] of then) if (!now.has(key)) went.push(name);
    if (came.length + went.length + raised.length + records.length === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const { came, went, raised, records } = news.current;
      news.current = nothing();
      const each = (names: readonly string[], one: (name: string) => string, many: string) =>
        names.length > NAMED ? [many] : names.map(one);
      setText(
        [
          ...each(
            came,
            (name) => t`${name} joined`,
            plural(came.length, { one: '# person joined', other: '# people joined' }),
          ),
          ...each(
            went,
            (name) => t`${name} left`,
            plural(went.length, { one: '# person left', other: '# people left' }),
          ),
          ...each(
            raised,
            (name) => t`${name} raised their hand`,
            plural(raised.length, { one: '# hand was raised', other: '# hands were raised' }),
          ),
          ...records.map((name) => t`${name} is recording this call.`),
        ].join('. '),
      );
    }, GATHER_MS);
  }, [people, t, named]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (wasLocked.current === locked) return;
    wasLocked.current = locked;
    setText(locked ? t`The call is locked.` : t`The call is open again.`);
  }, [locked, t]);
  return text;
}
