import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetRecording, GUEST, keptRecordings, noteRecording } from './kept-recordings.ts';

const storage = (): Storage => {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
};

describe('recordings that are not saved yet', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
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
    vi.stubGlobal('sessionStorage', storage());
    expect(keptRecordings(GUEST)).toEqual([]);
  });
});
