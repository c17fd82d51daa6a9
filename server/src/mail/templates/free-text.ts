import { isolated } from '#protocol/isolated.ts';
import { shortened } from '#protocol/text.ts';
import type { Inviter, MailContent } from '#server/mail/mail-content.ts';

/** Characters of a name in a mail; more would be a message of its own. */
const MAX_LENGTH = 40;
/** Stands between letters unseen: mail programs make no links of an address with it inside. */
const BREAK = '\u200b';
/** Control characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
const LINKING = /(?<=\S)([.:/@])(?=\S)/g;

/** What people wrote, as it stands in a mail to someone else: one line, shortened, and never a link. */
function freeText(text: string): string {
  const line = text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  return shortened(line, MAX_LENGTH).replace(LINKING, `$1${BREAK}`);
}

/** The same where it stands in a sentence as it is: a right-to-left name does not turn the words around it. */
const isolatedText = (text: string): string => isolated(freeText(text));

// `nameInSentence` isolates the names of inviters. A mail address has the form of one: no one can write a message with it.
const freeInviter = (inviter: Inviter): Inviter =>
  inviter.kind === 'user'
    ? { ...inviter, nickname: freeText(inviter.nickname) }
    : { ...inviter, name: freeText(inviter.name) };

/** The content with everything in it that people wrote made harmless. */
export function withFreeText(content: MailContent): MailContent {
  switch (content.kind) {
    case 'verify-customer':
      return { ...content, name: isolatedText(content.name) };
    case 'account-invitation':
      return { ...content, customer: isolatedText(content.customer) };
    case 'pair-invitation':
    case 'direct-invitation':
      return { ...content, inviter: freeInviter(content.inviter) };
    case 'group-invitation':
      return { ...content, inviter: freeInviter(content.inviter), group: isolatedText(content.group) };
    case 'verify-account':
    case 'confirm-mail':
    // A mail address has the form of one: no one can write a message with it.
    case 'mail-change-requested':
    case 'mail-changed':
    case 'reset-password':
    case 'password-changed':
      return content;
  }
}
