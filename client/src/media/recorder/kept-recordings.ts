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

const PREFIX = 'hibiki.recording.';

const storageOf = (owner: RecordingOwner): Storage => (owner === GUEST ? sessionStorage : localStorage);
const keyOf = (owner: RecordingOwner, name: string): string => `${PREFIX}${owner}.${name}`;

/** Web Lock that is held while a page records or saves it. */
export const recordingLock = (name: string): string => PREFIX + name;

/** The name of its file on the disk while it is recorded. */
export const partName = (name: string): string => `${name}.part`;

export const noteRecording = (owner: RecordingOwner, { name, mimeType }: KeptRecording): void =>
  storageOf(owner).setItem(keyOf(owner, name), mimeType);

export const forgetRecording = (owner: RecordingOwner, name: string): void =>
  storageOf(owner).removeItem(keyOf(owner, name));

/** The oldest first. */
export function keptRecordings(owner: RecordingOwner): readonly KeptRecording[] {
  const storage = storageOf(owner);
  const prefix = keyOf(owner, '');
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix))
    .sort()
    .map((key) => ({ name: key.slice(prefix.length), mimeType: storage.getItem(key) ?? '' }));
}
