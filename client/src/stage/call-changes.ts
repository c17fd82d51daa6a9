/** What of a call is on or off. Null: not known just now, as while a camera starts. */
export interface CallFlags {
  readonly muted: boolean | null;
  readonly camera: boolean | null;
  readonly hand: boolean | null;
  readonly ownScreen: boolean | null;
  readonly otherScreen: boolean | null;
  readonly recorded: boolean | null;
}

export type CallFlag = keyof CallFlags;

export interface CallChange {
  readonly flag: CallFlag;
  readonly on: boolean;
}

export const nothingKnown: CallFlags = {
  muted: null,
  camera: null,
  hand: null,
  ownScreen: null,
  otherScreen: null,
  recorded: null,
};

const flags: readonly CallFlag[] = ['muted', 'camera', 'hand', 'ownScreen', 'otherScreen', 'recorded'];

/** What is not known now stays as it was known last. */
export const knownFlags = (before: CallFlags, now: CallFlags): CallFlags => ({
  muted: now.muted ?? before.muted,
  camera: now.camera ?? before.camera,
  hand: now.hand ?? before.hand,
  ownScreen: now.ownScreen ?? before.ownScreen,
  otherScreen: now.otherScreen ?? before.otherScreen,
  recorded: now.recorded ?? before.recorded,
});

/** What has changed since, no matter who changed it. What becomes known for the first time is no change. */
export function callChanges(before: CallFlags, now: CallFlags): readonly CallChange[] {
  return flags.flatMap((flag) => {
    const on = now[flag];
    return on === null || before[flag] === null || on === before[flag] ? [] : [{ flag, on }];
  });
}
