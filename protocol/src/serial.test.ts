import { describe, expect, it } from 'vitest';
import { crc32, isPrintedSerial, makeSerial, readSerial } from './serial.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('crc32', () => {
  // "123456789": the check value of CRC-32/ISO-HDLC; the others: RFC 3720's sibling tables and zlib's documentation.
  it.each([
    ['', 0x00000000],
    ['a', 0xe8b7be43],
    ['abc', 0x352441c2],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('of %j is the published one', (text, expected) => {
    expect(crc32(ascii(text))).toBe(expected);
  });
});

describe('a serial', () => {
  it('has a padded prefix, the number and the checksum of both', () => {
    const { long, printed } = makeSerial('HBK', 42);
    const summed = new Uint8Array([...ascii('HBK     '), 0, 0, 0, 42]);
    expect(long).toBe(`HBK     0000002A${crc32(summed).toString(16).toUpperCase().padStart(8, '0')}`);
    expect(printed).toBe('HBK00042');
  });

  it.each([
    ['A', 0],
    ['HIBIKI01', 99_999],
    ['a-b_c', 12_345],
  ])('of %s and %d reads back as itself', (prefix, number) => {
    const serial = makeSerial(prefix, number);
    expect(readSerial(serial.long)).toEqual(serial);
    expect(isPrintedSerial(serial.printed)).toBe(true);
  });

  it('reads without padding and with small hex digits', () => {
    const { long } = makeSerial('HBK', 42);
    expect(readSerial(long.replaceAll(' ', '').toLowerCase().replace('hbk', 'HBK'))?.long).toBe(long);
  });

  it('does not read with any one character changed', () => {
    const { long } = makeSerial('HIBIKI01', 4_711);
    for (let index = 0; index < long.length; index += 1) {
      const other = long[index] === '7' ? '3' : '7';
      expect(readSerial(long.slice(0, index) + other + long.slice(index + 1))).toBeUndefined();
    }
  });

  it.each(['', '0123456789ABCDEF', 'HBK', `${'P'.repeat(9)}0000002A00000000`, 'HBK     0001869F+0000000'])(
    'does not read from %j',
    (text) => {
      expect(readSerial(text)).toBeUndefined();
    },
  );

  it.each(['12345', 'HBK0004', 'HBK0004X', ''])('%j is no printed form', (text) => {
    expect(isPrintedSerial(text)).toBe(false);
  });
});
