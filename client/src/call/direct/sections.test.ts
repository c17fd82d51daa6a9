import { describe, expect, it } from 'vitest';
import { askForStereo, sections } from './sections.ts';

const opus = (mid: number) =>
  [
    `m=audio 9 UDP/TLS/RTP/SAVPF 111 0`,
    `a=mid:${mid}`,
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=1',
    '',
  ].join('\r\n');
const video = (mid: number) =>
  [`m=video 9 UDP/TLS/RTP/SAVPF 96`, `a=mid:${mid}`, 'a=rtpmap:96 VP8/90000', ''].join('\r\n');
const head = 'v=0\r\ns=-\r\n';
const description =
  head + sections.map(({ kind }, mid) => (kind === 'audio' ? opus(mid) : video(mid))).join('');

describe('a description that came from the other side', () => {
  it('is asked for both ears where sound is shared, and nowhere else', () => {
    const parts = askForStereo(description)
      .split(/^(?=m=)/m)
      .slice(1);
    expect(parts.map((part) => part.includes('stereo=1'))).toEqual([false, false, false, true, false, true]);
    expect(parts[3]).toContain('a=fmtp:111 stereo=1;maxaveragebitrate=128000;minptime=10;useinbandfec=1\r\n');
  });

  it('is left alone where it says already what it wants', () => {
    const said = description.replaceAll('minptime=10', 'stereo=0;minptime=10');
    expect(askForStereo(said)).toBe(said);
  });

  it('is left alone where it has no Opus', () => {
    const other = description.replaceAll('opus/48000/2', 'PCMU/8000');
    expect(askForStereo(other)).toBe(other);
  });
});
