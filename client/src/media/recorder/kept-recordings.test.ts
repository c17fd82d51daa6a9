import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GUEST, keptRecordings } from './kept-recordings.ts';
import { forgetRecording, noteRecording } from './recording-note.ts';

/** Like the browser's, it has what it holds as properties. */
class TestStorage {
  [key: string]: unknown;
  setItem(key: string, value: string) {
    this[key] = value;
  }
  getItem(key: string) {
    return this[key] ?? null;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

describe('recordings that are not saved yet', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', new TestStorage());
    vi.stubGlobal('sessionStorage', new TestStorage());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const first = { name: '202611291200000000.webm', mimeType: 'video/webm;codecs=vp8,opus' };
  const second = { name: '202611291300000000.mp4', mimeType: 'video/mp4' };

  it('are known to the one who recorded them, the oldest first, until they are forgotten', () => {
    noteRecording('anna', second);
    noteRecording('anna', first);
    expect(keptRecordings('anna')).toEqual([first, second]);
    expect(keptRecordings('ben')).toEqual([]);
    forgetRecording('anna', first.name);
    expect(keptRecordings('anna')).toEqual([second]);
  });

  it('of a guest are known to the same tab only', () => {
    noteRecording(GUEST, first);
    expect(keptRecordings(GUEST)).toEqual([first]);
    vi.stubGlobal('sessionStorage', new TestStorage());
    expect(keptRecordings(GUEST)).toEqual([]);
  });
});
