import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Recording, RecordingFile } from '#client/api/queries/recordings.ts';

type State = Recording['state'];
type Fault = NonNullable<Recording['fault']>;

export const stateText: Readonly<Record<State, MessageDescriptor>> = {
  starting: msg`Starting`,
  recording: msg`Recording`,
  finishing: msg`Processing`,
  ready: msg({ message: 'Ready', context: 'recording' }),
  interrupted: msg`Interrupted`,
  failed: msg`Failed`,
};

export const stateTone: Readonly<
  Record<State, 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'live'>
> = {
  starting: 'info',
  recording: 'live',
  finishing: 'info',
  ready: 'success',
  interrupted: 'warning',
  failed: 'danger',
};

export const faultText: Readonly<Record<Fault, MessageDescriptor>> = {
  storage: msg`The server couldn’t write to its disk.`,
  'disk-full': msg`The server’s disk was full. What was recorded before is kept.`,
  quota: msg`There was no space left for recordings.`,
  'node-lost': msg`The media server failed. What was recorded before is kept.`,
  maintenance: msg`The media server was stopped for maintenance. What was recorded before is kept.`,
  internal: msg`Something went wrong on the server.`,
};

export const sourceText: Readonly<Record<RecordingFile['source'], MessageDescriptor>> = {
  camera: msg`Camera and microphone`,
  screen: msg`Shared screen`,
  playback: msg`Played file`,
};

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `12.3 MB`, unbroken, in powers of ten as file managers show it. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)}\u00a0${UNITS[power]}`;
}
