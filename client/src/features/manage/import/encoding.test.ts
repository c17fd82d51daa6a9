import { expect, it } from 'vitest';
import { decodeFile } from './encoding.ts';

const bytes = (...values: readonly number[]) => new Uint8Array(values);

it('a file is read as UTF-8 where it can be', () => {
  expect(decodeFile(new TextEncoder().encode('木村,a'))).toEqual({ text: '木村,a', encoding: 'utf-8' });
  expect(decodeFile(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: 'a', encoding: 'utf-8' });
});

it('what Excel in Japan writes is read as Shift_JIS', () => {
  // 木村
  expect(decodeFile(bytes(0x96, 0xd8, 0x91, 0xba))).toEqual({ text: '木村', encoding: 'shift_jis' });
});

it('UTF-16 is known by its mark', () => {
  expect(decodeFile(bytes(0xff, 0xfe, 0x28, 0x67))).toEqual({ text: '木', encoding: 'utf-16le' });
  expect(decodeFile(bytes(0xfe, 0xff, 0x67, 0x28))).toEqual({ text: '木', encoding: 'utf-16be' });
});

it('what is no text of any of them is not guessed at', () => {
  expect(decodeFile(bytes(0x89, 0x50, 0x4e, 0x47, 0xff, 0xff, 0x00, 0xfd))).toBeUndefined();
});
