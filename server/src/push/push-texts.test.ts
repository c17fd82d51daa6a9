import { expect, it } from 'vitest';
import { pushTexts } from './push-texts.ts';

const kinds = ['ring', 'group-ring', 'missed', 'answered', 'declined'] as const;

it.each(kinds)('lets no right-to-left name turn the words around it: %s', (kind) => {
  const name = 'حنا (1)';
  for (const lang of ['ja', 'en'] as const) {
    const { title } = pushTexts(lang, kind, { kind: 'user', name });
    expect(title).toContain(`\u2068${name}\u2069`);
  }
});
