import { describe, expect, test } from 'vitest';
import { partyKey } from '#protocol/party.ts';
import { MAX_VOLUMES, noVolumes, volumeOf, volumesFromText, volumesToText, withVolume } from './volumes.ts';

const bob = partyKey({ kind: 'user', id: 'bob' });
const carol = partyKey({ kind: 'guest', id: 'carol' });
const CALL = '?group=one';

describe('the volume of members', () => {
  test('is full until it is set, and is one person’s alone', () => {
    expect(volumeOf(noVolumes, CALL, bob)).toBe(1);
    const quiet = withVolume(noVolumes, CALL, bob, 0.4);
    expect(volumeOf(quiet, CALL, bob)).toBe(0.4);
    expect(volumeOf(quiet, CALL, carol)).toBe(1);
  });

  test('stays within 0 and full', () => {
    expect(volumeOf(withVolume(noVolumes, CALL, bob, -1), CALL, bob)).toBe(0);
    expect(volumeOf(withVolume(noVolumes, CALL, bob, 3), CALL, bob)).toBe(1);
  });

  test('is of one call: in another one everyone is heard at full volume', () => {
    const quiet = withVolume(noVolumes, CALL, bob, 0);
    expect(volumeOf(quiet, '?group=two', bob)).toBe(1);
    const other = withVolume(quiet, '?group=two', carol, 0.5);
    expect(volumeOf(other, CALL, bob)).toBe(1);
  });

  test('of those who are at full volume is not kept', () => {
    expect(withVolume(withVolume(noVolumes, CALL, bob, 0.5), CALL, bob, 1).levels.size).toBe(0);
  });

  test('is kept of so many at most, the ones changed last', () => {
    let volumes = withVolume(noVolumes, CALL, bob, 0.5);
    for (let index = 0; index < MAX_VOLUMES; index += 1)
      volumes = withVolume(volumes, CALL, partyKey({ kind: 'guest', id: String(index) }), 0.5);
    expect(volumes.levels.size).toBe(MAX_VOLUMES);
    expect(volumeOf(volumes, CALL, bob)).toBe(1);
  });

  test('comes back after a reload as it was', () => {
    const volumes = withVolume(withVolume(noVolumes, CALL, bob, 0), CALL, carol, 0.65);
    expect(volumesFromText(volumesToText(volumes))).toEqual(volumes);
  });

  test.each([null, '', 'null', '[]', '{"call":1,"levels":[]}', '{"call":"?group=one","levels":{}}'])(
    'is full where %j is stored',
    (text) => {
      expect(volumesFromText(text)).toEqual(noVolumes);
    },
  );

  test('of a stored one that makes no sense is full', () => {
    const stored = JSON.stringify({
      call: CALL,
      levels: [[bob, 7], [carol, '0'], [bob], 'x', ['user:x', 0.2]],
    });
    expect([...volumesFromText(stored).levels]).toEqual([['user:x', 0.2]]);
  });
});
