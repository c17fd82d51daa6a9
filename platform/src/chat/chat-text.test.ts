import { describe, expect, it } from 'vitest';
import { chatText } from './chat-text.ts';

describe('the text of a chat message', () => {
  it('has no characters that show an address as another one', () => {
    expect(chatText('See \u202emoc.live//:sptth https://example.com/x')).toBe(
      'See moc.live//:sptth https://example.com/x',
    );
    const controls = [
      '\u202a',
      '\u202b',
      '\u202c',
      '\u202d',
      '\u202e',
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
    ];
    for (const control of [...controls, '\u0000', '\u0007', '\u0085']) {
      expect(chatText(`${control}a${control}b${control}`)).toBe('ab');
    }
  });

  it.each(['שלום https://example.com', 'مرحبا\u200f!', 'a\n\tb', '👩\u200d👧 ❤\ufe0f', 'می\u200cخواهم'])(
    'keeps %j as it is',
    (text) => {
      expect(chatText(text)).toBe(text);
    },
  );

  it('is trimmed', () => {
    expect(chatText('\u202e  Hello \u202c\n')).toBe('Hello');
  });

  it.each(['', ' \n', '\u202e\u202c', '\u2066 \u2069', '\u200b'])(
    'is refused where nothing is visible: %j',
    (text) => {
      expect(() => chatText(text)).toThrow(
        expect.objectContaining({
          code: 'invalid-payload',
          violations: [expect.objectContaining({ propertyPath: 'text', code: 'required' })],
        }),
      );
    },
  );
});
