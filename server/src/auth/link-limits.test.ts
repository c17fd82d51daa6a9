import { expect, it } from 'vitest';
import { lastLink, PASSWORD, setUpTestAuth } from './testing/test-auth.ts';

const LIMIT = 3;
const test = setUpTestAuth({ perAccount: LIMIT, perAccountAnywhere: LIMIT, perAddress: LIMIT });

it('attempts at links are limited for each network, and go on from another', async () => {
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
  const link = await signUp('tried@example.com');
  const verify = (tried: typeof link, address: string) =>
    test.change((change) => test.auth.accounts.verify(change, { kind: 'user', ...tried, address }));
  const guess = (address: string) => verify({ ...link, token: 'guessed' }, address);
  // As many networks as you like: a token of 256 bits needs no limit of its own, and one would keep its owner out.
  for (const host of Array.from({ length: 2 * LIMIT }).keys()) {
    await expect(guess(`198.51.100.${host}`)).rejects.toMatchObject({ code: 'verification-unknown' });
  }
  for (const _ of Array.from({ length: LIMIT })) {
    await expect(guess('203.0.113.1')).rejects.toMatchObject({ code: 'verification-unknown' });
  }
  await expect(verify(link, '203.0.113.1')).rejects.toMatchObject({
    code: 'too-many-requests',
    status: 429,
    retryAfterMs: expect.any(Number),
  });
  await verify(link, '203.0.113.2');
});
