import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { LayoutGrid, UserRound, Volume2 } from 'lucide-react';
import type { RecordingFilm } from '#client/api/queries/recordings.ts';

export const FILM_FORMATS = [
  'grid',
  'speaker',
  'sound',
] as const satisfies readonly RecordingFilm['format'][];
export const FORMAT_ICONS = { grid: LayoutGrid, speaker: UserRound, sound: Volume2 } as const;

export const formatText: Readonly<Record<RecordingFilm['format'], MessageDescriptor>> = {
  grid: msg({ message: 'Grid', context: 'layout' }),
  speaker: msg({ message: 'Speaker', context: 'layout' }),
  sound: msg`Sound only`,
};

/** What is in the file, and its kind. */
export const formatDetails: Readonly<Record<RecordingFilm['format'], MessageDescriptor>> = {
  grid: msg`Everyone side by side · MP4`,
  speaker: msg`Whoever speaks large · MP4`,
  sound: msg`Everyone’s voice · M4A`,
};

export const filmFaultText: Readonly<Record<NonNullable<RecordingFilm['fault']>, MessageDescriptor>> = {
  storage: msg`There isn’t enough space on the media server.`,
  'no-ffmpeg': msg`FFmpeg isn’t installed on the media server. Contact your administrator.`,
  'no-files': msg`The media server doesn’t have the files of this recording.`,
  internal: msg`Something went wrong on the media server.`,
};
