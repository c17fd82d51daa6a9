import { beforeEach, expect, it } from 'vitest';
import { createKioskPin, PIN_ATTEMPTS, PIN_PAUSE_MS, pinDigits } from './kiosk-pin.ts';

let stored: Map<string, string>;
let now: number;

/** As after a reload, too. */
const pin = () =>
  createKioskPin(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    () => now,
  );

beforeEach(() => {
  stored = new Map();
  now = 0;
});

it('is offered once', () => {
  expect(pin().status()).toBe('never-asked');
  pin().decline();
  expect(pin().status()).toBe('declined');
});

it('is checked, and not kept in clear', async () => {
  await pin().set('271828');
  expect(pin().status()).toBe('set');
  expect([...stored.values()].join()).not.toContain('271828');
  expect(await pin().check('271829')).toBe('wrong');
  expect(await pin().check('271828')).toBe('right');
  pin().forget();
  expect(pin().status()).toBe('never-asked');
});

it('is not guessed: a pause follows the fifth wrong one, a reload does not end it', async () => {
  await pin().set('1234');
  for (let attempt = 1; attempt < PIN_ATTEMPTS; attempt++) expect(await pin().check('0000')).toBe('wrong');
  expect(await pin().check('0000')).toBe('paused');
  expect(await pin().check('1234')).toBe('paused');
  now = PIN_PAUSE_MS;
  expect(await pin().check('1234')).toBe('right');
});

it.each(['', '{', '{}', 'null'])('a damaged storage opens nothing: %j', async (text) => {
  stored.set('hibiki.devicePin', text);
  expect(pin().status()).toBe('set');
  expect(await pin().check('')).toBe('wrong');
});

it('is the same PIN in full and in half width', () => {
  expect(['１２３４', '12 34', '１2３4', '12345678９'].map(pinDigits)).toEqual([
    '1234',
    '1234',
    '1234',
    '12345678',
  ]);
});
