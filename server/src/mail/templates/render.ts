import type { Language, MailContent, MailService } from '#server/mail/mail-content.ts';
import * as en from './en.ts';
import { withFreeText } from './free-text.ts';
import * as ja from './ja.ts';
import type { Frame, Words, WordsOf } from './words.ts';

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const languages: Readonly<Record<Language, { readonly frame: Frame; readonly words: WordsOf }>> = { en, ja };

/** The same words as text and as HTML, in the reader's language. */
export function renderMail(
  { lang, content }: { readonly lang: Language; readonly content: MailContent },
  service: MailService,
): RenderedMail {
  const { frame, words } = languages[lang];
  const said = say(words, withFreeText(content));
  const footer = frame.footer(service);
  return {
    subject: said.subject,
    text: asText(said, { ...frame, footer }, content.link),
    html: asHtml(said, { ...frame, footer }, content.link, lang),
  };
}

type ShownFrame = Omit<Frame, 'footer'> & { readonly footer: string };

function say(words: WordsOf, content: MailContent): Words {
  switch (content.kind) {
    case 'verify-account':
      return words['verify-account'](content);
    case 'account-invitation':
      return words['account-invitation'](content);
    case 'verify-customer':
      return words['verify-customer'](content);
    case 'confirm-mail':
      return words['confirm-mail'](content);
    case 'mail-change-requested':
      return words['mail-change-requested'](content);
    case 'mail-changed':
      return words['mail-changed'](content);
    case 'reset-password':
      return words['reset-password'](content);
    case 'password-changed':
      return words['password-changed'](content);
    case 'pair-invitation':
      return words['pair-invitation'](content);
    case 'direct-invitation':
      return words['direct-invitation'](content);
    case 'group-invitation':
      return words['group-invitation'](content);
  }
}

const asText = (words: Words, frame: ShownFrame, link: string): string =>
  [
    words.heading,
    ...words.paragraphs,
    `${words.button}${frame.colon}\n${link}`,
    ...words.notes,
    `-- \n${frame.footer}`,
  ].join('\n\n');

/**
 * Tables and inline styles, since mail programs know little else. One column of 560 px that shrinks on a phone, the
 * product's colours with a contrast of at least 4.5:1 in light and dark, real text, no picture, nothing loaded.
 */
const asHtml = (words: Words, frame: ShownFrame, link: string, lang: Language): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(words.subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #101218 !important; }
  .card { background: #191c24 !important; border-color: #2a2e39 !important; }
  .strong { color: #ece9e2 !important; }
  .body { color: #b0b2bc !important; }
  .quiet { color: #9397a4 !important; }
  .link { color: #a9bcf2 !important; }
  .rule { border-color: #2a2e39 !important; }
  .button { background: #a9bcf2 !important; }
  .button a { color: #111a33 !important; }
}
@media (max-width: 480px) {
  .inset { padding: 28px 22px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f3ec;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f3ec;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:${FONTS};">
<tr><td class="strong" style="padding:0 4px 16px;font-size:20px;font-weight:700;letter-spacing:.02em;color:#27427d;">Hibiki</td></tr>
<tr><td class="card inset" style="background:#ffffff;border:1px solid #e6e0d5;border-radius:14px;padding:40px;">
<h1 class="strong" style="margin:0 0 16px;font-size:22px;line-height:1.4;font-weight:700;color:#1e1d1b;">${escapeHtml(words.heading)}</h1>
${words.paragraphs.map((text) => paragraph(text, 'body', 'margin:0 0 14px;font-size:16px;line-height:1.7;color:#57534b;')).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:26px 0;"><tr><td class="button" style="border-radius:10px;background:#27427d;">
<a href="${escapeHtml(link)}" target="_blank" style="display:inline-block;padding:13px 26px;font-size:16px;font-weight:700;line-height:1.4;color:#ffffff;text-decoration:none;border-radius:10px;">${escapeHtml(words.button)}</a>
</td></tr></table>
${words.notes.map((text) => paragraph(text, 'quiet', 'margin:0 0 10px;font-size:14px;line-height:1.7;color:#6b665c;')).join('\n')}
<div class="rule" style="border-top:1px solid #e6e0d5;margin:24px 0 18px;"></div>
${paragraph(frame.linkHint, 'quiet', 'margin:0 0 6px;font-size:13px;line-height:1.6;color:#6b665c;')}
<p style="margin:0;font-size:13px;line-height:1.6;word-break:break-all;"><a class="link" href="${escapeHtml(link)}" target="_blank" style="color:#27509b;">${escapeHtml(link)}</a></p>
</td></tr>
<tr><td class="quiet" style="padding:18px 4px 0;font-size:12px;line-height:1.6;color:#6b665c;">${escapeHtml(frame.footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const FONTS = "-apple-system,'Segoe UI','Hiragino Sans','Noto Sans JP',Roboto,Helvetica,Arial,sans-serif";

const paragraph = (text: string, className: string, style: string): string =>
  `<p class="${className}" style="${style}">${escapeHtml(text)}</p>`;

/** For text and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
