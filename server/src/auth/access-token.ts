import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import { type CustomerId, idSchema } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import { EXPIRED, type Jwt } from './jwt.ts';

/** Kinds of accounts that sign in; a manager is a user. */
export type AccountKind = 'user' | 'admin' | 'device';

const ISSUER = 'hibiki';
/** What else is signed with the same secret is not for here. */
const AUDIENCE = 'hibiki-api';
/** As long as AUTH_ACCESS_TOKEN_MINUTES may be. */
const MAX_LIFE_S = 3_600;

const claimsOf = <Kind extends AccountKind>(kind: Kind) =>
  Type.Object({
    iss: Type.Literal(ISSUER),
    aud: Type.Literal(AUDIENCE),
    /** The account's id. */
    sub: idSchema<Kind>(),
    kind: Type.Literal(kind),
    /** The customer at the time of signing; null for an admin. Informs clients: rights are read from the database. */
    customer: Type.Union([idSchema<'customer'>(), Type.Null()]),
    /** All tokens of one sign-in. */
    family: Type.String({ format: 'uuid' }),
    iat: Type.Integer(),
    exp: Type.Integer(),
  });
const ClaimsSchema = Type.Union([claimsOf('user'), claimsOf('admin'), claimsOf('device')]);
type Claims = Static<typeof ClaimsSchema>;
/** By which account, and by which of its sign-ins. */
type SignIn = Pick<Claims, 'kind' | 'sub' | 'family'>;
type SignInOf<Kind extends AccountKind> = Pick<Extract<Claims, { kind: Kind }>, 'kind' | 'sub' | 'family'>;
const claimsCheck = Compile(ClaimsSchema);
/** Signed before tokens named their audience: to be refreshed like an expired one, so that no one is signed out by an upgrade. */
const isOfFormerRelease = (claims: unknown): boolean =>
  typeof claims === 'object' &&
  claims !== null &&
  !('aud' in claims) &&
  claimsCheck.Check({ ...claims, iss: ISSUER, aud: AUDIENCE });

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
  /** As `verify`, for anyone who has shown a token before: it may have expired since. */
  verifyAgain(principal: AccountPrincipal): Promise<Principal>;
}

/** Anyone who came with an access token. */
export type AccountPrincipal = Exclude<Principal, { readonly kind: 'guest' }>;

export interface VerifyOptions {
  /** For the few routes that someone needs before the mailed link was followed; false by default. */
  readonly allowUnverified?: boolean;
}

/**
 * Signature and age are checked here; whether the sign-in still stands, the account still exists, is verified or
 * enabled, and whom a manager manages is asked of the database each time: one query on primary keys, well under a
 * millisecond, and what is revoked is revoked at once, on every server. Sockets hear of it by domain events.
 */
export function createAccessTokens({ db, jwt }: { readonly db: Db; readonly jwt: Jwt }): AccessTokens {
  const readClaims = (token: string): Claims => {
    try {
      const claims: unknown = jwt.verify(token);
      if (claimsCheck.Check(claims) && claims.exp - claims.iat <= MAX_LIFE_S) return claims;
      if (isOfFormerRelease(claims)) throw new AppError('token-expired');
    } catch (error) {
      if (error instanceof AppError) throw error;
      const expired = error instanceof Error && 'code' in error && error.code === EXPIRED;
      if (expired) throw new AppError('token-expired', { cause: error });
      throw new AppError('unauthenticated', { cause: error });
    }
    throw new AppError('unauthenticated', { message: 'The access token is not one of this server' });
  };

  return {
    sign: ({ kind, id, customerId, familyId }) =>
      jwt.sign({ iss: ISSUER, aud: AUDIENCE, sub: id, kind, customer: customerId, family: familyId }),
    async verify(token, { allowUnverified = false } = {}) {
      return standing(await findPrincipal(db, readClaims(token)), allowUnverified);
    },
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
        .select(({ fn }) => fn.agg<CustomerId[]>('array_agg', ['customer_managers.customer_id']).as('ids'))
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
