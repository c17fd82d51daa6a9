/**
 * The texts of mails are removed once they are sent. Those of older versions are removed in the background
 * (server/src/mail/mail-text.ts), which finds them by this index: few mails have a text by then.
 */
export async function up(): Promise<void> {}

export const indexes = {
  mails_with_text: "on mails (id) where html <> ''",
};
