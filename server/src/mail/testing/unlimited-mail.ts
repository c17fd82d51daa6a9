import type { MailService } from '#server/mail/mail-content.ts';
import type { MailLimits } from '#server/mail/mail-limits.ts';

/** For tests of other things than limits. */
export const UNLIMITED_MAIL: MailLimits = {
  mailsPerSenderDay: 1_000_000,
  invitationsPerCustomerDay: 1_000_000,
  invitationsPerUnverifiedCustomerDay: 1_000_000,
  mailsPerRecipientDay: 1_000_000,
  invitationsToSameDay: 1_000_000,
  invitationRepeatMinutes: 0,
  linkRepeatSeconds: 0,
};

export const TEST_SERVICE: MailService = { operator: 'call.example.com', host: 'call.example.com' };
