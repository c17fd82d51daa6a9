import { nameInSentence } from '#protocol/name-in-sentence.ts';
import type { Inviter, Language } from '#server/mail/mail-content.ts';

/** In Japanese no particle may run into an address: mail programs take it into the link. */
const address = (lang: Language, mail: string): string => (lang === 'ja' ? `「${mail}」` : mail);

/** Who invites, for headings. */
export function inviterName(lang: Language, inviter: Inviter): string {
  if (inviter.kind === 'device') return nameInSentence(lang, inviter);
  const { nickname: name, mail } = inviter;
  return name === '' ? address(lang, mail) : nameInSentence(lang, { kind: 'user', name });
}

/** Anyone can choose any name: the verified address stands beside it. */
export function inviterWithMail(lang: Language, inviter: Inviter): string {
  const name = inviterName(lang, inviter);
  if (inviter.kind === 'device' || inviter.nickname === '') return name;
  return lang === 'ja' ? `${name}（${inviter.mail}）` : `${name} (${inviter.mail})`;
}
