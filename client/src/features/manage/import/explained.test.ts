import { expect, test } from 'vitest';
import { explained } from './explained.ts';

const serial = (key: string | null) =>
  explained({ propertyPath: 'serialNumber', code: 'serial-invalid' }, key)?.id;

test('a serial number is explained as where devices are added', () => {
  expect(serial('1E+05')).toContain('A spreadsheet has rounded this number.');
  expect(serial('LOBBY   0000000100000000')).toContain('The checksum doesn’t fit.');
  expect(serial(null)).toBeUndefined();
});

test('a wrong checksum says that the case of letters counts', () => {
  // The prefix of ROOM with the checksum of capitals.
  expect(serial('room    0000000eb9570b57')).toContain('capital and small letters differ');
});

test('a value that is none of a few is told which there are', () => {
  expect(explained({ propertyPath: 'lang', code: 'invalid' }, null)?.id).toBe('ja or en');
  expect(explained({ propertyPath: 'email', code: 'invalid' }, null)).toBeNull();
  expect(explained({ propertyPath: 'lang', code: 'too-long' }, null)).toBeNull();
});
