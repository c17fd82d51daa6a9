import type { JWT } from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { countOne, hashKey } from '#server/limits/count-within.ts';
import type { Links } from '#server/links.ts';
import type { QueueMail } from '#server/mail/mail-content.ts';
import type { Principal } from '#server/principal.ts';
import type { QueueWebhookEvent } from '#server/webhooks/webhook-event.ts';
import { createAccessTokens, type VerifyOptions } from './access-token.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type GuestPrincipal, verifyGuestToken } from './guest-link.ts';
import { createGuestTokens, type GuestTokens } from './guest-tokens.ts';
import { createInvitations } from './invitations.ts';
import { createMailChanges, type MailChanges } from './mail-changes.ts';
import { network } from './network.ts';
import { type AttemptLimits, createRateLimits, type RateLimits } from './rate-limits.ts';
import { createRefreshTokens, type RequestOrigin, type Tokens } from './refresh-tokens.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { verifyAgain } from './verify-again.ts';

/** Who someone is, and how it is proved. Used by REST and by the socket alike. */
export interface Auth {
  /** See access-token.ts. */
  verifyAccessToken(token: string, options?: VerifyOptions): Promise<Principal>;
  /** See access-token.ts. */
  verifyRequest(request: FastifyRequest, options?: VerifyOptions): Promise<Principal>;
  /** See guest-link.ts. */
  verifyGuestToken(token: string): Promise<GuestPrincipal>;
  readonly guestTokens: GuestTokens;
  /** See verify-again.ts. */
  verifyAgain(principal: Principal): Promise<Principal>;
  readonly signIn: SignIn;
  /** Exchanges a refresh token for a new pair. Throws `wrong-token`. */
  refresh(refreshToken: string, from?: RequestOrigin): Promise<Tokens>;
  /** Ends the sign-in that the principal came with; its access token is refused from then on. Returns whether it still stood. */
  signOut(principal: Principal): Promise<boolean>;
  readonly accounts: Accounts;
  readonly mailChanges: MailChanges;
  readonly limits: RateLimits;
  /** How often this has happened on the account from the network, in the time over which attempts are counted. */
  tally(event: string, account: string, address: string): Promise<number>;
}

export interface AuthDeps {
  readonly db: Db;
  /**
   * Connections of its own for counting attempts. They are counted while a transaction is open and must stay counted
   * when it is rolled back: with the same few connections, all of them in such transactions, no one could continue.
   */
  readonly limitsDb: Db;
  readonly events: DomainEvents;
  readonly links: Links;
  readonly queueMail: QueueMail;
  readonly queueWebhookEvent: QueueWebhookEvent;
  /** `fastify.jwt`. */
  readonly jwt: JWT;
  /** `AUTH_SECRET`. */
  readonly secret: string;
  readonly config: {
    readonly refreshTokenDays: number;
  } & AttemptLimits;
}

export function createAuth(deps: AuthDeps): Auth {
  const { db, limitsDb, events, links, queueMail, queueWebhookEvent, jwt, secret, config } = deps;
  const accessTokens = createAccessTokens({ db, jwt });
  const refreshTokens = createRefreshTokens({ db, accessTokens, events, lifeDays: config.refreshTokenDays });
  const limits = createRateLimits(limitsDb, config);
  const invitations = createInvitations({ links, queueMail });
  const mailChanges = createMailChanges({ limits, links, queueMail, queueWebhookEvent });
  return {
    verifyAccessToken: accessTokens.verify,
    verifyRequest: accessTokens.verifyRequest,
    verifyGuestToken: (token) => verifyGuestToken(db, token),
    guestTokens: createGuestTokens(secret),
    verifyAgain: (principal) => verifyAgain(db, accessTokens, principal),
    signIn: createSignIn({ db, refreshTokens, limits }),
    refresh: refreshTokens.rotate,
    async signOut(principal) {
      return principal.kind !== 'guest' && (await refreshTokens.endFamily(principal.familyId));
    },
    accounts: createAccounts({
      db,
      limits,
      links,
      queueMail,
      queueWebhookEvent,
      mailChanges,
      invitations,
    }),
    mailChanges,
    limits,
    async tally(event, account, address) {
      const key = hashKey('tally', event, account.toLowerCase(), network(address));
      return (await countOne(limitsDb, key, config.attemptWindowMinutes)).count;
    },
  };
}
