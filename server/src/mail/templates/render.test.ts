import { describe, expect, it } from 'vitest';
import type { Inviter, Language, MailContent } from '#server/mail/mail-content.ts';
import { renderMail as render } from './render.ts';

const link = 'https://call.example.com/user/verify?token=abc&target=def';
const SERVICE = { operator: 'Example Inc.', host: 'call.example.com' };
const bob: Inviter = { kind: 'user', nickname: 'Bob', mail: 'bob@example.com' };
const renderMail = (mail: { readonly lang: Language; readonly content: MailContent }) =>
  render(mail, SERVICE);
const CONTENTS: readonly MailContent[] = [
  { kind: 'verify-account', link },
  { kind: 'account-invitation', customer: 'Acme', link },
  { kind: 'verify-customer', name: 'Acme', link },
  { kind: 'reset-password', link },
  { kind: 'password-changed', link },
  { kind: 'pair-invitation', inviter: bob, link },
  {
    kind: 'direct-invitation',
    inviter: bob,
    ends: new Date('2026-11-21T06:30:00Z'),
    timeZone: 'Asia/Tokyo',
    link,
  },
  {
    kind: 'group-invitation',
    inviter: bob,
    group: 'Weekly',
    guest: { linkEnds: new Date('2026-11-21T06:30:00Z') },
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
    const nickname = '<a href="https://evil.example">x</a>\r\nBcc: everybody@example.com';
    const { subject, html } = renderMail({
      lang: 'en',
      content: { kind: 'pair-invitation', inviter: { ...bob, nickname }, link },
    });
    expect(subject).not.toMatch(/[\r\n]|evil/);
    expect(html).not.toContain('<a href="https://evil.example">');
  });

  it.each(everyMail)('has a subject of its own words alone: $kind in $lang', ({ lang, content }) => {
    expect(renderMail({ lang, content }).subject).not.toMatch(/Bob|Weekly|Acme/);
  });

  it('shortens what people wrote, and makes no link of it', () => {
    const nickname = `win.example/prize http://win.example me@win.example ${'x'.repeat(500)}\u202e`;
    const { text, html } = renderMail({
      lang: 'en',
      content: { kind: 'pair-invitation', inviter: { ...bob, nickname }, link },
    });
    expect(text).toContain('win.\u200bexample/\u200bprize');
    for (const form of [text, html]) {
      expect(form).not.toMatch(/win\.example|@win|http:\/\/win|x{50}|\u202e/);
    }
  });

  it.each(LANGUAGES)('lets no right-to-left name turn the words around it (%s)', (lang) => {
    const name = 'قاعة (1)';
    const inviters: readonly Inviter[] = [
      { ...bob, nickname: name },
      { kind: 'device', name },
    ];
    const ends = new Date('2026-11-21T06:30:00Z');
    const timed = { ends, timeZone: 'Asia/Tokyo', link } as const;
    const contents: readonly MailContent[] = [
      { kind: 'account-invitation', customer: name, link },
      { kind: 'verify-customer', name, link },
      ...inviters.flatMap((inviter): MailContent[] => [
        { kind: 'pair-invitation', inviter, link },
        { kind: 'direct-invitation', inviter, ...timed },
        { kind: 'group-invitation', inviter, group: name, guest: null, starts: null, ...timed },
      ]),
    ];
    for (const content of contents) {
      const { text, html } = renderMail({ lang, content });
      for (const form of [text, html]) {
        const parts = form.split(name);
        expect(parts.length, content.kind).toBeGreaterThan(1);
        expect(parts.slice(0, -1).every((part) => part.endsWith('\u2068'))).toBe(true);
        expect(parts.slice(1).every((part) => part.startsWith('\u2069'))).toBe(true);
      }
    }
    const plain = renderMail({ lang, content: { kind: 'account-invitation', customer: 'Acme', link } });
    expect(plain.text).not.toMatch(/[\u2068\u2069]/);
  });

  it.each(everyMail)('says what Hibiki is and who runs it: $kind in $lang', ({ lang, content }) => {
    const { text, html } = renderMail({ lang, content });
    const said = {
      en: 'Hibiki is the video calling service that Example Inc. runs at call.example.com.',
      ja: 'Hibikiは、Example Inc.が運営するビデオ通話サービスです（call.example.com）。',
    }[lang];
    expect(text).toContain(said);
    expect(html).toContain(said);
  });

  it('names the host alone where nobody has said who runs it', () => {
    const host = 'call.example.com';
    const mail = { kind: 'verify-account', link } as const;
    expect(render({ lang: 'en', content: mail }, { operator: host, host }).text).toContain(
      'Hibiki is the video calling service at call.example.com.',
    );
    expect(render({ lang: 'ja', content: mail }, { operator: host, host }).text).toContain(
      'Hibikiは、call.example.comで運営されているビデオ通話サービスです。',
    );
  });

  const invitedBy = (inviter: Inviter, lang: Language): string =>
    renderMail({ lang, content: { kind: 'pair-invitation', inviter, link } }).text;

  it('shows the verified address of the inviter beside the name', () => {
    expect(invitedBy(bob, 'en')).toContain('Bob (bob@example.com) wants to be able to call you');
    expect(invitedBy(bob, 'ja')).toContain('Bobさん（bob@example.com）が、');
  });

  it('lets no particle run into an address, and adds no さん to one, nor to a device', () => {
    expect(invitedBy({ ...bob, nickname: '' }, 'ja')).toContain('「bob@example.com」が、');
    expect(invitedBy({ kind: 'device', name: '受付' }, 'ja')).toContain('受付が、');
  });

  it('tells the end of a group as its end, and that of a link where the group has none', () => {
    const guest = { linkEnds: new Date('2026-11-22T05:00:00Z') };
    const group = {
      kind: 'group-invitation',
      inviter: bob,
      group: 'Weekly',
      timeZone: 'Asia/Tokyo',
      link,
    } as const;
    const textOf = (lang: Language, ends: Date | null) =>
      renderMail({ lang, content: { ...group, guest, starts: null, ends } }).text;
    const ends = new Date('2026-11-21T06:30:00Z');
    expect(textOf('en', ends)).toContain('Open until: Saturday, 21 November 2026, 15:30');
    expect(textOf('en', ends)).not.toContain('When:');
    expect(textOf('ja', ends)).toContain('参加できる期限：2026年11月21日（土）15:30（日本時間）');
    expect(textOf('en', null)).toContain('This link works until Sunday, 22 November 2026, 14:00');
    expect(textOf('ja', null)).toContain('有効期限：2026年11月22日（日）14:00（日本時間）');
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
