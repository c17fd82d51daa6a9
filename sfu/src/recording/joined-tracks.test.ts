import type { EncodedPacket } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { BLACK_PICTURES } from './black-pictures.ts';
import { JoinedPictures, JoinedSound } from './joined-tracks.ts';
import { OPUS_SILENCE } from './opus.ts';

const PICTURE = Uint8Array.of(1);
/** 20 ms of CELT. */
const SOUND = Uint8Array.of(0xf8, 1, 2, 3);

const msOf = ({ timestamp }: EncodedPacket) => Math.round(timestamp * 1_000);

function pictures() {
  const added: EncodedPacket[] = [];
  const track = new JoinedPictures('vp8', async (packet) => void added.push(packet));
  const seen = () =>
    added.map((packet) => [msOf(packet), packet.data === BLACK_PICTURES.vp8 ? 'black' : 'picture']);
  return { track, seen };
}

function sounds() {
  const added: EncodedPacket[] = [];
  const track = new JoinedSound(async (packet) => void added.push(packet));
  const heard = () =>
    added.map((packet) => [msOf(packet), packet.data === OPUS_SILENCE ? 'silence' : 'sound']);
  return { track, heard };
}

describe('the pictures of a joined file', () => {
  it('are black from its start where the first one comes late', async () => {
    const { track, seen } = pictures();
    await track.nothingUntil(5_000);
    await track.add(PICTURE, 'key', 5_000);
    expect(seen()).toEqual([
      [0, 'black'],
      [5_000, 'picture'],
    ]);
    expect(track.shown).toEqual([[5_000, 5_040]]);
  });

  it('are not black in a short pause', async () => {
    const { track, seen } = pictures();
    await track.nothingUntil(300);
    await track.add(PICTURE, 'key', 300);
    await track.nothingUntil(1_500);
    await track.add(PICTURE, 'key', 1_500);
    expect(seen()).toEqual([
      [300, 'picture'],
      [1_500, 'picture'],
    ]);
    expect(track.shown).toEqual([[300, 1_540]]);
  });

  it('are black at once in a long one, and again every ten seconds, however the time is told', async () => {
    const { track, seen } = pictures();
    await track.add(PICTURE, 'key', 0);
    for (let untilMs = 20; untilMs <= 25_000; untilMs += 20) await track.nothingUntil(untilMs);
    await track.add(PICTURE, 'key', 25_000);
    expect(seen()).toEqual([
      [0, 'picture'],
      [40, 'black'],
      [10_040, 'black'],
      [20_040, 'black'],
      [25_000, 'picture'],
    ]);
    expect(track.shown).toEqual([
      [0, 40],
      [25_000, 25_040],
    ]);
  });

  it('follow each other even where two parts overlap', async () => {
    const { track, seen } = pictures();
    await track.add(PICTURE, 'key', 100);
    await track.add(PICTURE, 'key', 90);
    expect(seen().map(([ms]) => ms)).toEqual([100, 101]);
  });
});

describe('the sound of a joined file', () => {
  it('is silence where there is none', async () => {
    const { track, heard } = sounds();
    await track.add(SOUND, 50);
    expect(heard()).toEqual([
      [0, 'silence'],
      [20, 'silence'],
      [50, 'sound'],
    ]);
  });

  it('leaves out what was recorded twice', async () => {
    const { track, heard } = sounds();
    for (const atMs of [0, 20, 40, 20, 40, 60]) await track.add(SOUND, atMs);
    expect(heard().map(([ms]) => ms)).toEqual([0, 20, 40, 60]);
  });

  it('leaves out what is no sound', async () => {
    const { track, heard } = sounds();
    await track.add(new Uint8Array(), 0);
    expect(heard()).toEqual([]);
  });
});
