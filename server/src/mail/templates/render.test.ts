import { describe, expect, it } from 'vitest';
import type { Language, MailContent } from '#server/mail/mail-content.ts';
import { renderMail } from './render.ts';

const link = 'https://call.example.com/user/verify?token=abc&target=def';
const CONTENTS: readonly MailContent[] = [
  { kind: 'verify-account', link },
  { kind: 'account-invitation', customer: 'Acme', link },
  { kind: 'verify-customer', name: 'Acme', link },
  { kind: 'reset-password', link },
  { kind: 'password-changed', link },
  { kind: 'pair-invitation', inviter: 'Bob', link },
  {
    kind: 'direct-invitation',
    inviter: 'Bob',
    ends: new Date('2026-11-21T06:30:00Z'),
    timeZone: 'Asia/Tokyo',
    link,
  },
  {
    kind: 'group-invitation',
    inviter: 'Bob',
    group: 'Weekly',
    guest: true,
    starts: new Date('2026-11-21T05:00:00Z'),
    ends: new Date('2026-11-21T06:30:00Z'),
    timeZone: 'Asia/Tokyo',
    link,
  },
];
const LANGUAGES: readonly Language[] = ['ja', 'en'];
const everyMail = LANGUAGES.flatMap((lang) =>
  CONTENTS.map((content) => ({ lang, content, kind: content.kind })),
);

describe('renderMail', () => {
  it.each(everyMail)('says the same in text and HTML: $kind in $lang', ({ lang, content }) => {
    const { subject, text, html } = renderMail({ lang, content });
    expect(subject).not.toBe('');
    expect(text).toContain(link);
    expect(html).toContain(`href="${link.replace('&', '&amp;')}"`);
    expect(html).toContain(`<html lang="${lang}">`);
    const heading = text.split('\n', 1)[0] ?? '';
    expect(html).toContain(`>${heading}</h1>`);
    expect(/[ぁ-んァ-ン一-龠]/.test(text)).toBe(lang === 'ja');
  });

  it.each(everyMail)('loads nothing and runs nothing: $kind in $lang', ({ lang, content }) => {
    const { html } = renderMail({ lang, content });
    expect(html).not.toMatch(/<(img|script|link|iframe)\b|\bsrc=|url\(|\bon\w+=/i);
  });

  it('lets no one write HTML or headers by a name', () => {
    const inviter = '<a href="https://evil.example">x</a>\r\nBcc: everybody@example.com';
    const { subject, html } = renderMail({ lang: 'en', content: { kind: 'pair-invitation', inviter, link } });
    expect(subject).not.toMatch(/[\r\n]|evil/);
    expect(html).not.toContain('<a href="https://evil.example">');
  });

  it.each(everyMail)('has a subject of its own words alone: $kind in $lang', ({ lang, content }) => {
    expect(renderMail({ lang, content }).subject).not.toMatch(/Bob|Weekly|Acme/);
  });

  it('shortens what people wrote, and makes no link of it', () => {
    const inviter = `win.example/prize http://win.example me@win.example ${'x'.repeat(500)}\u202e`;
    const { text, html } = renderMail({ lang: 'en', content: { kind: 'pair-invitation', inviter, link } });
    expect(text).toContain('win.\u200bexample/\u200bprize');
    for (const form of [text, html]) {
      expect(form).not.toMatch(/win\.example|@win|http:\/\/win|x{50}|\u202e/);
    }
  });

  it('writes times in the time zone of the customer', () => {
    const invitation = CONTENTS.find(({ kind }) => kind === 'group-invitation');
    if (!invitation) throw new Error('no invitation');
    expect(renderMail({ lang: 'ja', content: invitation }).text).toContain(
      '日時：2026年11月21日（土）14:00～15:30（日本時間）',
    );
    expect(renderMail({ lang: 'en', content: invitation }).text).toContain(
      'When: Saturday, 21 November 2026, 14:00 to 15:30 (Japan Standard Time)',
    );
  });
});
