import { expect, it } from 'vitest';
import { linkify } from './linkify.ts';

const links = (text: string) => linkify(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));

it('finds web addresses, without what belongs to the sentence', () => {
  expect(links('See https://example.com/a?b=1#c, and (http://example.org).')).toEqual([
    'https://example.com/a?b=1#c',
    'http://example.org/',
  ]);
  expect(links('ここです：https://example.com/道。よろしく')).toEqual(['https://example.com/%E9%81%93']);
});

it('keeps the whole text', () => {
  const text = 'a https://example.com/ b\nhttps:// c';
  expect(
    linkify(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 'ftp://example.com', 'no address'])(
  'makes no link of %s',
  (text) => {
    expect(links(text)).toEqual([]);
  },
);
