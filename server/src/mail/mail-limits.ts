import { sql } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Trx } from '#server/db/database.ts';
import { lockInOrder } from '#server/db/lock-in-order.ts';
import type { Mail, MailCause, MailKind } from './mail-content.ts';
import type { PaceLimits } from './mail-pace.ts';

export interface MailLimits extends PaceLimits {
  /** A day, from one user or device. */
  readonly mailsPerSenderDay: number;
  /** A day, to one address. */
  readonly mailsPerRecipientDay: number;
  /** Invitations a day, from one sender to one address. */
  readonly invitationsToSameDay: number;
  /** Before the same address is invited to the same thing again. */
  readonly invitationRepeatMinutes: number;
  /** Before the same kind of link goes to the same address again. */
  readonly linkRepeatSeconds: number;
}

/**
 * - `invitation`: what one person makes the product write to another.
 * - `link`: what proves an address. Anyone may ask for one to any address, so beyond the day's limit one an hour still
 *   goes out: no one can keep someone else from a link that works.
 * - `notice`: what an account is told about itself. Never fails the change that it is about.
 * - `safety`: what an account has to know to defend itself. Never left out; each follows a link that was within the limits.
 */
type MailClass = 'invitation' | 'link' | 'notice' | 'safety';

/** A kind of mail without a class does not compile. */
const CLASSES: Readonly<Record<MailKind, MailClass>> = {
  'verify-account': 'link',
  'account-invitation': 'link',
  'verify-customer': 'link',
  'confirm-mail': 'link',
  // A change of which the old address cannot be told is not made.
  'mail-change-requested': 'link',
  'mail-changed': 'safety',
  'reset-password': 'link',
  'password-changed': 'notice',
  'pair-invitation': 'invitation',
  'direct-invitation': 'invitation',
  'group-invitation': 'invitation',
};

const DAY_MS = 86_400_000;
/** Less than a reset link lives: beyond the limit there is still always one that works. */
const LINK_FLOOR_MS = 55 * 60_000;

/**
 * Whether the mail may be queued. Counted from the mails themselves, which all servers share; anyone who asks at the same
 * time for the same sender or recipient waits for the other's transaction. Throws `too-many-mails` for what the asker can
 * hold back, and returns false for a notice that is left out.
 */
export async function admitMail(trx: Trx, mail: Mail, limits: MailLimits): Promise<boolean> {
  const mailClass = CLASSES[mail.content.kind];
  if (mailClass === 'safety') return true;
  const waitMs = await waitFor(trx, mail, mailClass, limits);
  if (waitMs <= 0) return true;
  if (mailClass === 'notice') return false;
  throw new AppError('too-many-mails', { retryAfterMs: waitMs });
}

async function waitFor(trx: Trx, mail: Mail, mailClass: MailClass, limits: MailLimits): Promise<number> {
  const recipient = mail.to.toLowerCase();
  const { cause, about } = originOf(mail);
  // The sender's first, and callers queue to several recipients in the order of their addresses: no deadlock.
  const to = `mails-to:${recipient}`;
  await lockInOrder(trx, cause === null ? [to] : [`mails-by:${cause}`, to]);
  // A mail that waits for its turn has a limit of its own (mail-pace.ts).
  const isPaced = 'paced' in mail && mail.paced !== undefined;
  const used = await count(
    trx,
    { cause, about, recipient, kind: mail.content.kind },
    kindsOf(mailClass),
    isPaced ? 'recipient' : 'sender and recipient',
  );
  const sinceOldest = (sinceMs: number | null) => DAY_MS - (sinceMs ?? 0);
  const overSender =
    !isPaced && used.by_sender >= limits.mailsPerSenderDay ? sinceOldest(used.by_sender_ms) : 0;
  const overRecipient =
    used.to_recipient >= limits.mailsPerRecipientDay ? sinceOldest(used.to_recipient_ms) : 0;
  if (mailClass === 'notice') return overRecipient;
  if (mailClass === 'link') {
    const pauseMs = overRecipient > 0 ? LINK_FLOOR_MS : limits.linkRepeatSeconds * 1000;
    return Math.max(overSender, pauseLeft(used.last_same_ms, pauseMs));
  }
  const overSame = used.same_pair >= limits.invitationsToSameDay ? sinceOldest(used.same_pair_ms) : 0;
  const pause = pauseLeft(used.last_same_ms, limits.invitationRepeatMinutes * 60_000);
  return Math.max(overSender, overRecipient, overSame, pause);
}

interface MailOrigin {
  readonly cause: MailCause | null;
  readonly about: string | null;
}

/** Who caused a mail, and what it invites to. */
export const originOf = (mail: Mail): MailOrigin =>
  'sender' in mail
    ? { cause: mail.sender, about: mail.about }
    : { cause: mail.causedBy ?? null, about: null };

const pauseLeft = (sinceMs: number | null, pauseMs: number): number =>
  sinceMs === null ? 0 : Math.max(0, pauseMs - sinceMs);

const kindsOf = (wanted: MailClass): readonly string[] =>
  Object.entries(CLASSES).flatMap(([kind, mailClass]) => (mailClass === wanted ? [kind] : []));

interface Used {
  readonly by_sender: number;
  readonly by_sender_ms: number | null;
  readonly to_recipient: number;
  readonly to_recipient_ms: number | null;
  readonly same_pair: number;
  readonly same_pair_ms: number | null;
  readonly last_same_ms: number | null;
}

/**
 * The last day's mails of a class: how many, and how many milliseconds ago the oldest, or the last of the same, was queued.
 * Mails of the sender that wait for a turn are not read: an import queues thousands.
 */
async function count(
  trx: Trx,
  { cause, about, recipient, kind }: MailOrigin & { readonly recipient: string; readonly kind: MailKind },
  kinds: readonly string[],
  of: 'recipient' | 'sender and recipient',
): Promise<Used> {
  const { rows } = await sql<Used>`
    with day as (
      select id from mails where ${of === 'sender and recipient'} and caused_by = ${cause}::uuid
        and created_at > now() - interval '1 day' and paced_by is null
      union
      select id from mails where lower(recipient) = ${recipient}
    ), counted as (
      select caused_by = ${cause}::uuid and paced_by is null as by_sender, lower(recipient) = ${recipient} as to_recipient,
        kind = ${kind} and about is not distinct from ${about}::text
          and failed_at is null as same,
        (extract(epoch from now() - created_at) * 1000)::float8 as ago
      from day join mails using (id)
      where created_at > now() - interval '1 day' and kind = any (${kinds}::text[])
    )
    select count(*) filter (where by_sender) as by_sender, max(ago) filter (where by_sender) as by_sender_ms,
      count(*) filter (where to_recipient) as to_recipient, max(ago) filter (where to_recipient) as to_recipient_ms,
      count(*) filter (where by_sender and to_recipient) as same_pair,
      max(ago) filter (where by_sender and to_recipient) as same_pair_ms,
      min(ago) filter (where to_recipient and same) as last_same_ms
    from counted`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate has one row');
  return row;
}
