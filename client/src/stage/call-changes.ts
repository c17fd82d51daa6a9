const FLAGS = ['muted', 'camera', 'hand', 'ownScreen', 'otherScreen', 'recorded'] as const;
type CallFlag = (typeof FLAGS)[number];

/** What of a call is on or off. Null: not known at this moment, as while a camera starts. */
export type CallFlags = Readonly<Record<CallFlag, boolean | null>>;

export interface CallChange {
  readonly flag: CallFlag;
  readonly on: boolean;
}

const flags = (stateOf: (flag: CallFlag) => boolean | null): CallFlags => ({
  muted: stateOf('muted'),
  camera: stateOf('camera'),
  hand: stateOf('hand'),
  ownScreen: stateOf('ownScreen'),
  otherScreen: stateOf('otherScreen'),
  recorded: stateOf('recorded'),
});

export const nothingKnown = flags(() => null);

/** What is not known now stays as it was known last. */
export const knownFlags = (before: CallFlags, now: CallFlags): CallFlags =>
  flags((flag) => now[flag] ?? before[flag]);

/** What has changed since, no matter who changed it. What becomes known for the first time is no change. */
export function callChanges(before: CallFlags, now: CallFlags): readonly CallChange[] {
  return FLAGS.flatMap((flag) => {
    const on = now[flag];
    return on === null || before[flag] === null || on === before[flag] ? [] : [{ flag, on }];
  });
}
