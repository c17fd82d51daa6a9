import { describe, expect, it } from 'vitest';
import { contentDisposition, downloadName } from './download-name.ts';

const started_at = new Date('2026-11-21T05:00:00Z');
const named = (name: string, party_name: string) =>
  downloadName({ name, party_name, started_at, media_type: 'video/webm' });

describe('the name of a recorded file', () => {
  it('is group, person and time', () => {
    expect(named('会議', '田中 愛')).toBe('会議 田中 愛 20261121050000.webm');
  });

  it('is none of a folder, of a hidden file, or with gaps', () => {
    expect(named('../../x', 'a/b')).toBe('x a b 20261121050000.webm');
    expect(named('..', '')).toBe(' 20261121050000.webm'.trimStart());
  });

  it.each(['😀 Aiko', '𠮷田', '👩\u200d👧 Aiko'])(
    'can be sent wherever it is cut, also before %j',
    (party) => {
      for (let length = 1; length <= 110; length += 1) {
        const name = named('会'.repeat(length), party);
        expect(name.isWellFormed(), name).toBe(true);
        expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(255);
        expect(() => contentDisposition(name, true)).not.toThrow();
      }
    },
  );
});
