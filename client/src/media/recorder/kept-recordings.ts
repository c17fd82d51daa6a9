/** A recording of this browser that is not saved yet. If its page is killed, the next one offers it. */
export interface KeptRecording {
  /** The name of the file when it is saved. */
  readonly name: string;
  readonly mimeType: string;
}

/** Who recorded: the id of an account, or `GUEST`. Nobody else who uses the browser is offered the recording. */
export type RecordingOwner = string;
/** Guests have no account: what they record is offered to the same tab only. */
export const GUEST: RecordingOwner = 'guest';

export const storageOf = (owner: RecordingOwner): Storage =>
  owner === GUEST ? sessionStorage : localStorage;
export const keyOf = (owner: RecordingOwner, name: string): string => `hibiki.recording.${owner}.${name}`;

/** The oldest first. */
export function keptRecordings(owner: RecordingOwner): readonly KeptRecording[] {
  const storage = storageOf(owner);
  const prefix = keyOf(owner, '');
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .sort()
    .map((key) => ({ name: key.slice(prefix.length), mimeType: storage.getItem(key) ?? '' }));
}
