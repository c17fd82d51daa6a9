import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';

interface Request {
  readonly call: string;
  readonly token: string | null;
  /** Whether a token was stored when it was sent. */
  readonly stored: boolean;
}

const values = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
});
vi.stubGlobal('window', { location: { pathname: '/signin' }, addEventListener: () => {} });
// The store of the tokens reads the page that it is on.
const { signIn, signUp } = await import('./sign-in.ts');
const { signOut } = await import('./account-data.ts');
const { tokenStore } = await import('./token-store.ts');
const { installationQuery } = await import('./queries/installation.ts');

const user = { id: 'u1', email: 'dora@example.com', verified: 'VERIFIED', isManager: false };
const credentials = { username: 'dora@example.com', password: 'correct horse' };

let requests: Request[];
let answers: Record<string, () => Response>;
let queryClient: QueryClient;

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });
const error = (status: number, code: string): Response => json(status, { code });
const calls = (): string[] => requests.map(({ call }) => call);

beforeEach(() => {
  requests = [];
  answers = {
    'POST auth': () => json(200, { token: 't1', refresh_token: 'r1' }),
    'POST auth/refresh': () => json(200, { token: 't2', refresh_token: 'r2' }),
    'POST users': () => json(201, user),
    'POST users/current/terms': () => json(200, user),
    'GET users/current': () => json(200, user),
    'GET services/current': () => json(200, { 'hydra:member': [] }),
    'GET version': () => json(200, {}),
  };
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  tokenStore.clear();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path.replace('/api/v1/', '')}`;
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null;
    requests.push({ call, token, stored: tokenStore.state.authenticated });
    return answers[call]?.() ?? (init.method === 'DELETE' ? new Response('') : json(200, {}));
  });
});

const storeFormerAccount = () => {
  tokenStore.store({ token: 'former', refresh_token: 'former-refresh' });
  queryClient.setQueryData(['users', 'current'], { id: 'former' });
};
const isForgotten = () => !tokenStore.state.authenticated && !queryClient.getQueryData(['users', 'current']);

describe('signing in', () => {
  test('forgets who was signed in before', async () => {
    storeFormerAccount();
    answers['POST auth'] = () => {
      expect(isForgotten()).toBe(true);
      return json(200, { token: 't1', refresh_token: 'r1' });
    };
    await signIn(queryClient, credentials);
    expect(requests[0]).toEqual({ call: 'POST auth', token: null, stored: false });
  });

  test('stores the tokens when the user has been read with them, and then loads what the user needs', async () => {
    await signIn(queryClient, credentials);
    expect(requests[1]).toEqual({ call: 'GET users/current', token: 't1', stored: false });
    expect(calls().slice(2).sort()).toEqual([
      'GET customers/current',
      'GET services/current',
      'GET settings/current',
    ]);
    expect(tokenStore.state).toEqual({ token: 't1', refreshToken: 'r1', authenticated: true });
  });

  test("fails with 'Failed to login' when the user cannot be read, and leaves nobody signed in", async () => {
    answers['GET users/current'] = () => error(404, 'not-found');
    await expect(signIn(queryClient, credentials)).rejects.toThrow('Failed to login');
    expect(isForgotten()).toBe(true);
  });

  test("fails with 'wrong token' unless both tokens come back", async () => {
    answers['POST auth'] = () => json(200, { token: 't1' });
    await expect(signIn(queryClient, credentials)).rejects.toThrow('wrong token');
    expect(isForgotten()).toBe(true);
  });

  test('clears the state when the password is wrong', async () => {
    storeFormerAccount();
    answers['POST auth'] = () => error(401, 'wrong-credentials');
    await expect(signIn(queryClient, credentials)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(isForgotten()).toBe(true);
  });
});

describe('signing up', () => {
  const account = {
    email: 'dora@example.com',
    nickname: 'Dora',
    plainPassword: 'correct horse',
    lang: 'en',
  } as const;

  test('creates the user, stores a token, and loads the user, the settings and the services', async () => {
    storeFormerAccount();
    await signUp(queryClient, account);
    expect(calls().slice(0, 3)).toEqual(['POST users', 'POST auth', 'POST users/current/terms']);
    expect(requests[0]?.stored).toBe(false);
    expect(calls()).toEqual(expect.arrayContaining(['GET settings/current', 'GET services/current']));
    expect(tokenStore.state.token).toBe('t1');
  });

  test("fails with 'Failed to create user' where the answer does not say why, and clears the state", async () => {
    answers['POST users'] = () => new Response('<html>', { status: 400 });
    await expect(signUp(queryClient, account)).rejects.toThrow('Failed to create user');
    expect(isForgotten()).toBe(true);
  });

  test('says what the server says where it says something', async () => {
    answers['POST users'] = () => error(409, 'sign-up-failed');
    await expect(signUp(queryClient, account)).rejects.toMatchObject({ code: 'sign-up-failed' });
  });
});

describe('signing out', () => {
  test('forgets the account before the server hears of it', async () => {
    storeFormerAccount();
    const ended = signOut(queryClient);
    expect(isForgotten()).toBe(true);
    await ended;
    expect(requests).toEqual([{ call: 'DELETE auth', token: 'former', stored: false }]);
  });

  test('ends the sign-in on the server with a new token where the old one has expired', async () => {
    storeFormerAccount();
    let asked = 0;
    answers['DELETE auth'] = () => (asked++ === 0 ? error(401, 'token-expired') : new Response(''));
    await signOut(queryClient);
    expect(requests.map(({ call, token }) => `${call} ${token}`)).toEqual([
      'DELETE auth former',
      'POST auth/refresh null',
      'DELETE auth t2',
    ]);
    expect(isForgotten()).toBe(true);
  });

  test('signs out of a server that cannot be reached, too', async () => {
    storeFormerAccount();
    answers['DELETE auth'] = () => {
      throw new TypeError('Failed to fetch');
    };
    await signOut(queryClient);
    expect(isForgotten()).toBe(true);
  });
});

test("an answer without a version is 'Failed to get API version'", async () => {
  await expect(queryClient.fetchQuery(installationQuery())).rejects.toThrow('Failed to get API version');
});
