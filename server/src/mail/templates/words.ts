import type { MailContent, MailService } from '#server/mail/mail-content.ts';

/** What a mail says, apart from how it looks. Plain text: the layout escapes it. */
export interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  /** How long the link works, and what to do if one did not ask for the mail. */
  readonly notes: readonly string[];
}

/** One function a kind of mail. */
export type WordsOf = {
  readonly [Kind in MailContent['kind']]: (content: Extract<MailContent, { readonly kind: Kind }>) => Words;
};

/** What stands round every mail. */
export interface Frame {
  /** Before the link in full, for readers whose button does not work. */
  readonly linkHint: string;
  /** Between the button's words and its link, in the text. */
  readonly colon: string;
  /** What Hibiki is and who runs it. */
  readonly footer: (service: MailService) => string;
}
