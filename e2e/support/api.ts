import type { TokenPair } from '#client/api/tokens.ts';

export interface Credentials {
  readonly mail: string;
  readonly password: string;
}

/** What a browser stores of someone who has just signed in. */
export const obtainTokens = async (url: string, { mail, password }: Credentials): Promise<TokenPair> => {
  const answer = await fetch(`${url}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: mail, password }),
  });
  if (!answer.ok) throw new Error(`${mail} cannot sign in: ${answer.status} ${await answer.text()}`);
  const { token, refresh_token } = (await answer.json()) as { token: string; refresh_token: string };
  return { token, refreshToken: refresh_token, obtainedAt: Date.now() };
};

/** Of accounts that have called the API before: to sign in takes longer than most calls. */
const remembered = new Map<string, string>();

/** What a token of before may not, one of now may: a role was given since, or everyone was signed out. */
const REFUSED: readonly number[] = [401, 403];

/** Calls the API as that account; the path begins below `/api/v1`. Resolves with undefined for an empty answer. */
export async function callApiAs(
  url: string,
  credentials: Credentials,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const key = `${url} ${credentials.mail} ${credentials.password}`;
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
  const ask = (token: string) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const askAnew = async () => {
    const { token } = await obtainTokens(url, credentials);
    remembered.set(key, token);
    return ask(token);
  };
  const before = remembered.get(key);
  const first = before === undefined ? null : await ask(before);
  const answer = first === null || REFUSED.includes(first.status) ? await askAnew() : first;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
