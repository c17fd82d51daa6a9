import { describe, expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { readSerialEntries, readSerialEntry, rightSerials } from './serial-lines.ts';

const { long, printed } = makeSerial('KIOSK', 42);

describe('a long serial number that is typed', () => {
  test('is right with its prefix padded or not, in either case, and in full width', () => {
    const full = [...long].map((sign) =>
      sign === ' ' ? sign : String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
    );
    for (const text of [
      long,
      long.replaceAll(' ', ''),
      long.toLowerCase().replace('kiosk', 'KIOSK'),
      full.join(''),
    ])
      expect(readSerialEntry(` ${text} `)).toMatchObject({ kind: 'right', serial: { long, printed } });
  });

  test('is unfinished, and not wrong, while it can become right', () => {
    for (let length = 1; length < long.length; length++) {
      const text = long.slice(0, length).trim();
      expect(readSerialEntry(text)).toMatchObject({ kind: 'unfinished', missing: 24 - text.length });
    }
    expect(readSerialEntry(printed)).toMatchObject({ kind: 'unfinished' });
  });

  test.each([
    ['prefix', `端末    ${long.slice(8)}`],
    ['prefix', 'KI SK'],
    ['prefix', '-'],
    ['number', `${long.slice(0, 8)}0000002X${long.slice(16)}`],
    ['number', `${long.slice(0, 8)}000186A0${long.slice(16)}`],
    ['checksum', `${long.slice(0, 16)}00000000`],
    ['long', `${long}0`],
    ['rounded', '1.2E+15'],
    ['rounded', 'ROOM    1E+05'],
  ])('names what is wrong with it: %s', (problem, text) => {
    expect(readSerialEntry(text)).toMatchObject({ kind: 'wrong', problem });
  });
});

describe('several that are pasted', () => {
  test('may stand one a line, or in cells, with empty lines between them', () => {
    const others = [makeSerial('KIOSK', 43).long, makeSerial('A', 1).long];
    const entries = readSerialEntries(`${long}\r\n\r\n"${others[0]}",\t${others[1]};\n`);
    expect(rightSerials(entries).map((serial) => serial.long)).toEqual([long, ...others]);
  });

  test('name the second of the same as wrong', () => {
    const entries = readSerialEntries(`${long}\n${long.replaceAll(' ', '')}`);
    expect(entries.map(({ kind }) => kind)).toEqual(['right', 'wrong']);
    expect(entries[1]).toMatchObject({ problem: 'twice' });
  });

  test('of no text are none', () => {
    expect(readSerialEntries(' \n')).toEqual([]);
  });
});
