import type { JWT } from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Turns } from '#server/limits/turns.ts';
import type { Principal } from '#server/principal.ts';
import { type AccountKind, type Claims, readClaims } from './jwt.ts';

/** By which account, and by which of its sign-ins. */
type SignIn = Pick<Claims, 'kind' | 'sub' | 'family'>;
type SignInOf<Kind extends AccountKind> = Pick<Extract<Claims, { kind: Kind }>, 'kind' | 'sub' | 'family'>;

export interface AccessTokens {
  sign(account: {
    readonly kind: AccountKind;
    readonly id: string;
    readonly customerId: CustomerId | null;
    readonly familyId: string;
  }): string;
  /**
   * Who shows the token. Throws `unauthenticated` (forged, malformed, signed out, account gone), `token-expired`,
   * `device-disabled`, and `account-unverified` unless `allowUnverified` is set.
   */
  verify(token: string, options?: VerifyOptions): Promise<Principal>;
  /** As `verify`, for the bearer token of a request. */
  verifyRequest(request: FastifyRequest, options?: VerifyOptions): Promise<Principal>;
  /** As `verify`, for anyone who has shown a token before: it may have expired since. */
  verifyAgain(principal: AccountPrincipal): Promise<Principal>;
}

/** Anyone who came with an access token. */
export type AccountPrincipal = Exclude<Principal, { readonly kind: 'guest' }>;

export interface VerifyOptions {
  /** For the few routes that someone needs before the mailed link was followed; false by default. */
  readonly allowUnverified?: boolean;
  /** Asks the database in the account's turn; at once by default. */
  readonly turns?: Turns;
}

/**
 * Signature and age are checked here; whether the sign-in still stands, the account still exists, is verified or
 * enabled, and whom a manager manages is asked of the database each time: one query on primary keys, well under a
 * millisecond, and what is revoked is revoked at once, on every server. Sockets hear of it by domain events.
 */
export function createAccessTokens(options: {
  readonly db: Db;
  readonly jwt: Pick<JWT, 'sign' | 'verify'>;
}): AccessTokens {
  const { db, jwt } = options;
  const verify = async (token: () => unknown, { allowUnverified = false, turns }: VerifyOptions = {}) => {
    const claims = await readClaims(token);
    const find = () => findPrincipal(db, claims);
    return standing(
      await (turns ? turns.run(`${claims.kind}:${claims.sub}`, find) : find()),
      allowUnverified,
    );
  };
  return {
    sign: ({ kind, id, customerId, familyId }) =>
      jwt.sign({ sub: id, kind, customer: customerId, family: familyId }),
    verify: (token, options) => verify(() => jwt.verify(token), options),
    verifyRequest: (request, options) => verify(() => request.jwtVerify(), options),
    verifyAgain: async (principal) => standing(await findAgain(db, principal), false),
  };
}

interface Found {
  readonly principal: Principal;
  readonly verified: boolean;
  readonly disabled: boolean;
}

function standing(found: Found | undefined, allowUnverified: boolean): Principal {
  if (!found) throw new AppError('unauthenticated', { message: 'The sign-in has ended' });
  if (found.disabled) throw new AppError('device-disabled');
  if (!found.verified && !allowUnverified) throw new AppError('account-unverified');
  return found.principal;
}

function findPrincipal(db: Db, claims: Claims): Promise<Found | undefined> {
  switch (claims.kind) {
    case 'user':
      return findUser(db, claims);
    case 'device':
      return findDevice(db, claims);
    case 'admin':
      return findAdmin(db, claims);
  }
}

function findAgain(db: Db, principal: AccountPrincipal): Promise<Found | undefined> {
  const { familyId: family } = principal;
  switch (principal.kind) {
    case 'user':
    case 'manager':
      return findUser(db, { kind: 'user', sub: principal.id, family });
    case 'device':
      return findDevice(db, { kind: 'device', sub: principal.id, family });
    case 'admin':
      return findAdmin(db, { kind: 'admin', sub: principal.id, family });
  }
}

/** The family's one living refresh token: gone once it is revoked, signed out or expired. */
const livingFamily = (db: Db, claims: SignIn) =>
  db
    .selectFrom('refresh_tokens')
    .where('family_id', '=', claims.family)
    .where('principal_kind', '=', claims.kind)
    .where('principal_id', '=', claims.sub)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .select('family_id');

async function findUser(db: Db, claims: SignInOf<'user'>): Promise<Found | undefined> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', claims.sub)
    .where(({ exists }) => exists(livingFamily(db, claims)))
    .select(['users.id', 'users.customer_id', 'users.is_manager', 'users.state'])
    .select(({ selectFrom }) =>
      selectFrom('customer_managers')
        .whereRef('customer_managers.user_id', '=', 'users.id')
        .select(({ fn }) =>
          fn
            .agg<CustomerId[]>('array_agg', ['customer_managers.customer_id'])
            .orderBy('customer_managers.customer_id')
            .as('ids'),
        )
        .as('manages'),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const common = { id: row.id, customerId: row.customer_id, familyId: claims.family };
  return {
    verified: row.state === 'VERIFIED',
    disabled: false,
    principal: row.is_manager
      ? { kind: 'manager', ...common, manages: row.manages ?? [] }
      : { kind: 'user', ...common },
  };
}

async function findDevice(db: Db, claims: SignInOf<'device'>): Promise<Found | undefined> {
  const row = await db
    .selectFrom('devices')
    .where('id', '=', claims.sub)
    .where(({ exists }) => exists(livingFamily(db, claims)))
    .select(['id', 'customer_id', 'state'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    verified: true,
    disabled: row.state === 'DISABLED',
    principal: { kind: 'device', id: row.id, customerId: row.customer_id, familyId: claims.family },
  };
}

async function findAdmin(db: Db, claims: SignInOf<'admin'>): Promise<Found | undefined> {
  const row = await db
    .selectFrom('admins')
    .where('id', '=', claims.sub)
    .where(({ exists }) => exists(livingFamily(db, claims)))
    .select(['id', 'state'])
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    verified: row.state === 'VERIFIED',
    disabled: false,
    principal: { kind: 'admin', id: row.id, familyId: claims.family },
  };
}
