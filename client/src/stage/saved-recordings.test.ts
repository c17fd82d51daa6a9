import { beforeEach, describe, expect, it } from 'vitest';
import { browserRecordings, noteRecording, recordedSince } from './saved-recordings.ts';

const named = () => browserRecordings.get().map(({ name }) => name);

describe('recordings of this browser', () => {
  beforeEach(() => {
    for (let i = 0; i < 10; i++) noteRecording({ status: 'saved', name: 'old' }, 0);
  });

  it('have no name while they are saved, and one afterwards', () => {
    noteRecording({ status: 'saving', progress: 0 }, 1);
    noteRecording({ status: 'saving', progress: 0.5 }, 2);
    expect(named().slice(-2)).toEqual(['old', null]);
    noteRecording({ status: 'saved', name: 'new.webm' }, 3);
    expect(named().slice(-2)).toEqual(['old', 'new.webm']);
  });

  it('are not claimed where saving failed or was given up', () => {
    noteRecording({ status: 'saving', progress: 0 }, 1);
    noteRecording({ status: 'failed', reason: 'save-failed' }, 2);
    expect(named()).not.toContain(null);
    noteRecording({ status: 'saving', progress: 0 }, 3);
    noteRecording({ status: 'off' }, 4);
    expect(named()).not.toContain(null);
  });

  it('are kept in a bounded number, and told apart by the call', () => {
    expect(named().length).toBe(5);
    noteRecording({ status: 'saved', name: 'new.webm' }, 30);
    expect(recordedSince(browserRecordings.get(), 20)).toEqual([{ name: 'new.webm', at: 30 }]);
  });
});
