import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { Announcer } from './announcer.tsx';
import { type CallChange, type CallFlags, callChanges, knownFlags, nothingKnown } from './call-changes.ts';

export interface ChangeAnnouncerProps {
  /** Null before one is in the call. */
  readonly local: LocalMediaSnapshot | null;
  /** Null: this kind of call has no hands. */
  readonly handRaised?: boolean | null;
  readonly othersShareScreen: boolean;
  readonly recorded: boolean;
}

/** A recording on the server goes on in a new room some seconds after the last one has died. */
const RECORDING_PATIENCE_MS = 5_000;

const on = (
  state: LocalMediaSnapshot['camera'] | LocalMediaSnapshot['screen'] | undefined,
): boolean | null => (state === undefined || state.status === 'starting' ? null : state.status === 'live');

/** Reads out that one is muted, seen, or recorded, whether by a key, a button, the owner or the system. */
export const ChangeAnnouncer = ({
  local,
  handRaised = null,
  othersShareScreen,
  recorded,
}: ChangeAnnouncerProps) => {
  const { t } = useLingui();
  const [isRecorded, setRecorded] = useState(recorded);
  useEffect(() => {
    const timer = setTimeout(() => setRecorded(recorded), recorded ? 0 : RECORDING_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [recorded]);
  const known = useRef<CallFlags>(nothingKnown);
  const [text, setText] = useState('');
  const muted = local?.muted ?? null;
  const camera = on(local?.camera);
  const ownScreen = on(local?.screen);
  const textOf = ({ flag, on }: CallChange): string => {
    switch (flag) {
      case 'muted':
        return on ? t`Muted` : t`Unmuted`;
      case 'camera':
        return on ? t`Camera on` : t`Camera off`;
      case 'hand':
        return on ? t`Hand raised` : t`Hand lowered`;
      case 'ownScreen':
        return on ? t`You’re sharing your screen.` : t`You stopped sharing your screen.`;
      case 'otherScreen':
        return on ? t`A screen is being shared.` : t`Screen sharing has ended.`;
      case 'recorded':
        return on ? t`This call is being recorded.` : t`The recording has ended.`;
    }
  };
  const follow = useEffectEvent((flags: CallFlags) => {
    const now = knownFlags(known.current, flags);
    const changes = callChanges(known.current, now);
    known.current = now;
    if (changes.length > 0) setText(changes.map(textOf).join(' '));
  });
  useEffect(
    () =>
      follow({
        muted,
        camera,
        hand: handRaised,
        ownScreen,
        otherScreen: othersShareScreen,
        recorded: isRecorded,
      }),
    [muted, camera, handRaised, ownScreen, othersShareScreen, isRecorded],
  );
  return <Announcer text={text} testId="changes" />;
};
