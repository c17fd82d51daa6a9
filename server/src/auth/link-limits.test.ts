import { expect, it } from 'vitest';
import { lastLink, PASSWORD, setUpTestAuth } from './test-auth.ts';

const LIMIT = 3;
const test = setUpTestAuth({ perAccount: LIMIT, perAccountAnywhere: LIMIT });

it('links to one account are tried so often and no more, from wherever, and those to others as often', async () => {
  const signUp = async (mail: string) => {
    await test.change((change) =>
      test.auth.accounts.signUp(change, {
        mail,
        password: PASSWORD,
        nickname: '',
        lang: 'en',
        address: '192.0.2.1',
      }),
    );
    return lastLink(test.mails);
  };
  const [link, other] = [await signUp('tried@example.com'), await signUp('other@example.com')];
  const verify = (tried: typeof link, host: number) =>
    test.change((change) =>
      test.auth.accounts.verify(change, { kind: 'user', ...tried, address: `198.51.100.${host}` }),
    );
  const guesses = Array.from({ length: LIMIT }, (_, host) => verify({ ...link, token: 'guessed' }, host));
  for (const outcome of await Promise.allSettled(guesses))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'verification-unknown' } });
  await expect(verify(link, 100)).rejects.toMatchObject({
    code: 'too-many-requests',
    status: 429,
    retryAfterMs: expect.any(Number),
  });
  await verify(other, 101);
});
