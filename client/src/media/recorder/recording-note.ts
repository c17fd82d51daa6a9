import { type KeptRecording, keyOf, type RecordingOwner, storageOf } from './kept-recordings.ts';

/** Web Lock that is held while a page records or saves it. */
export const recordingLock = (name: string): string => `hibiki.recording.${name}`;

/** The name of its file on the disk while it is recorded. */
export const partName = (name: string): string => `${name}.part`;

export const noteRecording = (owner: RecordingOwner, { name, mimeType }: KeptRecording): void =>
  storageOf(owner).setItem(keyOf(owner, name), mimeType);

export const forgetRecording = (owner: RecordingOwner, name: string): void =>
  storageOf(owner).removeItem(keyOf(owner, name));
