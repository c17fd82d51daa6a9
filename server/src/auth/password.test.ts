import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, passwordProblem, verifyPassword } from './password.ts';

/** Made by the reference implementation (phc-winner-argon2): `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`. */
const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

describe('passwords', () => {
  it('are kept as argon2id PHC strings of 19 MiB and 2 passes, each with its own salt', async () => {
    const [one, other] = await Promise.all([hashPassword('hunter22'), hashPassword('hunter22')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(needsRehash(one)).toBe(false);
  });

  it('are told from others', async () => {
    const hash = await hashPassword('hunter22');
    expect(await verifyPassword('hunter22', hash)).toBe(true);
    expect(await verifyPassword('hunter23', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('match hashes of other implementations and costs, which are then to be made again', async () => {
    expect(await verifyPassword('password', REFERENCE)).toBe(true);
    expect(await verifyPassword('Password', REFERENCE)).toBe(false);
    expect(needsRehash(REFERENCE)).toBe(true);
  });

  it('are the same however their letters are composed', async () => {
    const hash = await hashPassword('パスワード・ガ'.normalize('NFC'));
    expect(await verifyPassword('パスワード・ガ'.normalize('NFD'), hash)).toBe(true);
  });

  it.each([
    '',
    'plain',
    '$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y',
    REFERENCE.replace('argon2id', 'argon2i'),
  ])('are never compared with %j, which is no hash of ours', async (phc) => {
    await expect(verifyPassword('password', phc)).rejects.toThrow('not an argon2id PHC string');
  });

  it.each([
    ['', 'The password has not been entered.'],
    ['1234567', 'The password must be at least 8 characters.'],
    ['ひらがなだけ七', 'The password must be at least 8 characters.'],
    ['with\u0000null', 'The password format is wrong.'],
    ['x'.repeat(257), 'The password format is wrong.'],
  ])('refuses %j: %s', (password, message) => {
    expect(passwordProblem('plainPassword', password)?.violations).toMatchObject([
      { propertyPath: 'plainPassword', message },
    ]);
  });

  it.each(['12345678', 'ひらがなでも八文字', '  spaces  '])('accepts %j', (password) => {
    expect(passwordProblem('plainPassword', password)).toBeUndefined();
  });
});
