import { describe, expect, it } from 'vitest';
import { AUDIO_LEVEL_ID, rtpPacket } from '#sfu/testing/rtp.ts';
import { audioLevelOf } from './rtp-packet.ts';

const FIELDS = { payloadType: 100, ssrc: 1, sequence: 1, timestamp: 1, payload: new Uint8Array(20) };

/** A packet whose extension has that profile and these words. */
function extended(profile: number, ...words: readonly number[]): Buffer {
  const packet = Buffer.alloc(16 + words.length * 4);
  packet[0] = 0x90;
  packet.writeUInt16BE(profile, 12);
  packet.writeUInt16BE(words.length, 14);
  for (const [index, word] of words.entries()) packet.writeUInt32BE(word, 16 + index * 4);
  return packet;
}

describe('the level of a sound', () => {
  it('is read from the extension that was agreed on', () => {
    const packet = rtpPacket({ ...FIELDS, audioLevel: 35 });
    expect(audioLevelOf(packet, AUDIO_LEVEL_ID)).toBe(35);
    expect(audioLevelOf(packet, AUDIO_LEVEL_ID + 1)).toBeUndefined();
  });

  it('is unknown without an extension', () => {
    expect(audioLevelOf(rtpPacket(FIELDS), AUDIO_LEVEL_ID)).toBeUndefined();
  });

  it.each([
    [
      'behind others and padding, with headers of one byte',
      extended(0xbede, 0x2000_3111, 0x2200_10a8),
      1,
      40,
    ],
    ['with headers of two bytes', extended(0x1000, 0x0500_0101, 0xa800_0000), 1, 40],
    ['never behind the end', extended(0xbede, 0xf010_0000), 1, undefined],
    ['not of a length that leads out of the packet', extended(0xbede, 0x2f00_0000), 1, undefined],
    ['not of nothing', extended(0xbede), 1, undefined],
  ])('%s', (_where, packet, id, level) => {
    expect(audioLevelOf(packet, id)).toBe(level);
  });

  it('is read from anything without a fault', () => {
    let random = 7;
    const next = () => {
      random = (random * 16_807) % 2_147_483_647;
      return random;
    };
    for (let count = 0; count < 20_000; count++) {
      const packet = Buffer.from(Array.from({ length: next() % 60 }, () => next() % 256));
      const level = audioLevelOf(packet, next() % 16);
      expect(level === undefined || (level >= 0 && level <= 127)).toBe(true);
    }
  });
});
