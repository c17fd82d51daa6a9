import type { Recording, RecordingAccess, RecordingFile } from '#client/api/queries/recordings.ts';
import { type Film, filmOf } from './film.ts';

type OpenedFile = RecordingAccess['files'][number];

export interface TestFile extends Partial<Pick<OpenedFile, 'present' | 'shown' | 'spoken'>> {
  readonly name: string;
  readonly source?: RecordingFile['source'];
  readonly mediaType?: string;
  readonly from?: number;
  readonly to: number;
}

/** A film of files with the ids `0`, `1`, …, 100 s long. */
export function testFilm(files: readonly TestFile[]): Film {
  const recorded = files.map(
    ({ name, source = 'camera', mediaType = 'video/webm', from = 0, to }, index): RecordingFile => ({
      id: String(index),
      name,
      source,
      mediaType,
      start: '2026-11-29T01:00:00Z',
      offset: from,
      duration: to - from,
      bytes: 1000,
      sha256: '',
    }),
  );
  const opened = files.map(
    ({ present = null, shown = null, spoken = null }, index): OpenedFile => ({
      id: String(index),
      url: `/files/${index}`,
      downloadUrl: `/files/${index}?download=true`,
      present,
      shown,
      spoken,
    }),
  );
  return filmOf({ ...recording, files: recorded }, opened);
}

const recording: Recording = {
  '@id': '/api/v1/recordings/1',
  '@type': 'Recording',
  id: '1',
  name: 'Demo group',
  owner: '/api/v1/users/1',
  ownerName: 'Alice',
  customer: '/api/v1/customers/1',
  customerName: 'Demo',
  group: null,
  state: 'ready',
  fault: null,
  startedBy: 'Alice',
  start: '2026-11-29T01:00:00Z',
  end: '2026-11-29T01:01:40Z',
  duration: 100,
  bytes: 1000,
  expires: '2026-12-29T01:00:00Z',
  files: [],
  films: [],
};
