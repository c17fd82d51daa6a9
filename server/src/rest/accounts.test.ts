import { describe, expect, it } from 'vitest';
import { DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { PASSWORD } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
let count = 0;
const newMail = () => `user${++count}@example.com`;

const lastLink = () => {
  const { searchParams } = new URL(api.mails.at(-1)?.content.link ?? '');
  return { token: searchParams.get('token') ?? '', target: searchParams.get('target') ?? '' };
};

const json = { 'content-type': 'application/json' };
const signIn = async (username: string, password = PASSWORD) =>
  await api.request('POST', 'auth', { body: { username, password }, headers: json });

describe('sign-up flow', () => {
  it('creates the user, who signs in, loads what the client loads, and verifies by the mailed link', async () => {
    const email = newMail();
    const made = await api.post('users', { email, plainPassword: PASSWORD });
    expect(made.status).toBe(201);
    expect(made.headers.location).toBe(made.body['@id']);
    expect(made.body).toMatchObject({
      '@context': '/api/v1/contexts/User',
      '@type': 'User',
      email,
      name: email,
      verified: 'UNVERIFIED',
      isManager: false,
      type: 'USER',
      manages: [],
    });
    expect(made.text).not.toContain(PASSWORD);

    const tokens = await signIn(email);
    expect(tokens.status).toBe(200);
    expect(tokens.headers['content-type']).toContain('application/json');
    const { token } = tokens.body;
    for (const path of ['users/current', 'settings/current', 'services/current', 'customers/current']) {
      expect((await api.get(path, token)).status, path).toBe(200);
    }
    const refused = await api.get('pairs', token);
    expect(refused.status).toBe(403);
    expect(refused.body.code).toBe('account-unverified');

    expect((await api.get('users/current', token)).body.termsAgreedAt).toBeNull();
    const agreed = await api.post('users/current/terms', undefined, token);
    expect(agreed.status).toBe(200);
    expect(Date.parse(String(agreed.body.termsAgreedAt))).toBeGreaterThan(Date.now() - 60_000);

    const link = lastLink();
    expect(link.target).toBe(made.body.id);
    expect((await api.post('users/verify', { ...link, token: `${link.token}x` })).body.code).toBe(
      'verification-unknown',
    );
    const verified = await api.post('users/verify', link);
    expect([verified.status, verified.body.verified]).toEqual([200, 'VERIFIED']);
    expect((await api.get('pairs', token)).status).toBe(200);
    expect((await api.post('users/verify', link)).body.code).toBe('verification-used');
  });

  it.each([
    [{}, { email: 'mail-required', plainPassword: 'password-required' }],
    [
      { email: '', plainPassword: '' },
      { email: 'mail-required', plainPassword: 'password-required' },
    ],
    [
      { email: 'a@b', plainPassword: 'short' },
      { email: 'mail-format', plainPassword: 'password-short' },
    ],
    [
      { email: 'a b@example.com', plainPassword: 12345678 },
      { email: 'mail-format', plainPassword: 'password-format' },
    ],
    [{ email: 'a@example.com', plainPassword: 'tab\tbetween' }, { plainPassword: 'password-format' }],
    [{ email: 'a@example.com', plainPassword: PASSWORD, role: 'x' }, { role: 'unknown-field' }],
    [{ email: 'a@example.com', plainPassword: PASSWORD, nickname: 'a\u0000b' }, { nickname: 'invalid' }],
  ])('names what is wrong with %j', async (body, expected) => {
    const answer = await api.post('users', body);
    expect(answer.status).toBe(422);
    expect(answer.body['@type']).toBe('ConstraintViolationList');
    const codes = Object.fromEntries(
      answer.body.violations.map((each: { propertyPath: string; code: string }) => [
        each.propertyPath,
        each.code,
      ]),
    );
    expect(codes).toEqual(expected);
  });

  it('uses the texts of the specification', async () => {
    const { body } = await api.post('users', { email: 'wrong', plainPassword: 'short' });
    expect(body.violations).toEqual([
      { propertyPath: 'email', code: 'mail-format', message: 'The e-mail address format is wrong.' },
      {
        propertyPath: 'plainPassword',
        code: 'password-short',
        message: 'The password must be at least 8 characters.',
      },
    ]);
    expect(body['hydra:description']).toContain('email: The e-mail address format is wrong.');
  });

  it('refuses to be made a manager by oneself', async () => {
    const answer = await api.post('users', { email: newMail(), plainPassword: PASSWORD, isManager: true });
    expect(answer.status).toBe(403);
  });

  it('leaves nothing behind for an address that is taken', async () => {
    const email = newMail();
    await api.post('users', { email, plainPassword: PASSWORD });
    const logged = await api.db.selectFrom('logs').select('id').execute();
    const again = await api.post('users', { email: email.replace('user', 'USER'), plainPassword: PASSWORD });
    expect([again.status, again.body.code]).toEqual([409, 'sign-up-failed']);
    expect(await api.db.selectFrom('logs').select('id').execute()).toHaveLength(logged.length);
  });
});

describe('tokens', () => {
  it('are renewed, and the old refresh token is refused', async () => {
    const email = newMail();
    await api.makeUser({ mail: email });
    const first = (await signIn(email)).body;
    const renewed = await api.request('POST', 'auth/refresh', {
      body: { refresh_token: first.refresh_token },
      headers: json,
    });
    expect(renewed.status).toBe(200);
    expect((await api.get('users/current', renewed.body.token)).body.email).toBe(email);
    const unknown = await api.request('POST', 'auth/refresh', {
      body: { refresh_token: 'x' },
      headers: json,
    });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'wrong-token']);
  });

  it('are ended by signing out, on this browser only', async () => {
    const email = newMail();
    const { token: other } = await api.makeUser({ mail: email });
    const { token } = (await signIn(email)).body;
    expect((await api.delete('auth', token)).status).toBe(204);
    const refused = await api.get('users/current', token);
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await api.get('users/current', other)).status).toBe(200);
  });

  it('a wrong password and an unknown address get the same answer', async () => {
    const email = newMail();
    await api.makeUser({ mail: email });
    const [wrong, unknown] = [await signIn(email, 'wrong password'), await signIn(newMail())];
    expect(wrong.status).toBe(401);
    expect(wrong.body['hydra:description']).toBe('The e-mail address or password is wrong.');
    expect(unknown.body).toEqual(wrong.body);
  });

  it('of a device are given for its serial, however written, and secret', async () => {
    const customerId = await api.makeCustomer('tokens');
    const { token } = await api.makeUser({ mail: newMail(), customerId, manages: [customerId] });
    const device = await api.post('devices', { serialNumber: (await serialOf(4_000)).toLowerCase() }, token);
    expect(device.body.violations).toBeUndefined();
    const { serialNumber, secret } = device.body;
    const given = await api.post('authenticates', { serialNumber: serialNumber.replaceAll(' ', ''), secret });
    expect(given.status).toBe(200);
    expect((await api.get('devices/current', given.body.token)).body.id).toBe(device.body.id);
    expect((await api.post('authenticates', { serialNumber, secret: 'x' })).body.code).toBe(
      'wrong-credentials',
    );
  });
});

const serialOf = async (number: number) => {
  const { makeSerial } = await import('#protocol/serial.ts');
  return makeSerial('test', number).long;
};

describe('a forgotten password', () => {
  it('is asked to be reset in the same words whether or not there is an account', async () => {
    const email = newMail();
    await api.makeUser({ mail: email });
    const [known, unknown] = [
      await api.post('users/reset', { email }),
      await api.post('users/reset', { email: newMail() }),
    ];
    expect([known.status, known.text]).toEqual([202, '']);
    expect([unknown.status, unknown.text]).toEqual([202, '']);
  });

  it('is replaced by the link, which ends all sign-ins', async () => {
    const email = newMail();
    const { token: before } = await api.makeUser({ mail: email });
    await api.auth.accounts.sendResetLink({ audience: 'user', mail: email });
    const { token } = lastLink();
    const plainPassword = 'another password';
    expect(
      (await api.post('users/reset', { token, plainPassword: PASSWORD, email })).body.violations,
    ).toEqual([
      { propertyPath: 'plainPassword', code: 'password-same', message: 'Enter a different password.' },
    ]);
    expect((await api.post('users/reset', { token, plainPassword, email: newMail() })).body.code).toBe(
      'reset-unknown',
    );
    expect((await api.post('users/reset', { token, plainPassword, email })).status).toBe(202);
    expect((await api.get('users/current', before)).status).toBe(401);
    expect((await signIn(email, plainPassword)).status).toBe(200);
    expect((await api.post('users/reset', { token, plainPassword: 'a third one', email })).body.code).toBe(
      'reset-used',
    );
  });
});

describe('the own account', () => {
  it('changes its name by PATCH, and is not overwritten by who has not seen that', async () => {
    const { id, token } = await api.makeUser({ mail: newMail() });
    const read = await api.get(`users/${id}`, token);
    const etag = String(read.headers.etag);
    const changed = await api.request('PATCH', `users/${id}`, {
      token,
      body: { nickname: 'Hana' },
      headers: { 'if-match': etag },
    });
    expect(changed.body).toMatchObject({ nickname: 'Hana', name: 'Hana', lang: 'en' });
    const late = await api.request('PATCH', `users/${id}`, {
      token,
      body: { nickname: 'Other' },
      headers: { 'if-match': etag },
    });
    expect([late.status, late.body.code]).toEqual([412, 'precondition-failed']);
  });

  it('can be sent back by PUT as it was read', async () => {
    const { id, token } = await api.makeUser({ mail: newMail(), nickname: 'Sora' });
    const { body } = await api.get(`users/${id}`, token);
    const put = await api.put(`users/${id}`, body, token);
    expect(put.body).toEqual(body);
  });

  it('wants the present password for a new one or a new address', async () => {
    const { id, token } = await api.makeUser({ mail: newMail() });
    const email = newMail();
    expect((await api.patch(`users/${id}`, { email }, token)).body.violations).toMatchObject([
      { propertyPath: 'currentPassword', code: 'password-required' },
    ]);
    expect(
      (await api.patch(`users/${id}`, { email, currentPassword: 'x' }, token)).body.violations,
    ).toMatchObject([{ propertyPath: 'currentPassword', code: 'password-wrong' }]);
    const moved = await api.patch(`users/${id}`, { email, currentPassword: PASSWORD }, token);
    expect(moved.body).toMatchObject({ pendingEmail: email, verified: 'VERIFIED' });
  });

  it('cannot make itself a manager, nor move to another customer', async () => {
    const { id, token } = await api.makeUser({ mail: newMail() });
    const other = await api.makeCustomer('elsewhere');
    expect((await api.patch(`users/${id}`, { isManager: true }, token)).status).toBe(403);
    expect((await api.patch(`users/${id}`, { customer: `/api/v1/customers/${other}` }, token)).status).toBe(
      403,
    );
  });

  it('is deleted with what it owns, and its tokens with it', async () => {
    const gone = await api.makeUser({ mail: newMail() });
    const stays = await api.makeUser({ mail: newMail() });
    const pair = await api.makePair(gone.id, stays.id);
    const group = await api.makeGroup(gone.id, 'With us', [pair]);
    api.events.length = 0;
    const deletion = { token: gone.token, body: { currentPassword: PASSWORD } };
    expect((await api.request('DELETE', `users/${gone.id}`, deletion)).status).toBe(204);
    expect((await api.get('users/current', gone.token)).status).toBe(401);
    expect((await api.get('pairs', stays.token)).body['hydra:totalItems']).toBe(0);
    expect(api.events).toEqual(
      expect.arrayContaining([
        { type: 'tokens-revoked', partyKey: `user:${gone.id}`, familyId: null },
        {
          type: 'pair-changed',
          pairId: pair,
          parties: [`user:${gone.id}`, `user:${stays.id}`],
          callable: false,
        },
        expect.objectContaining({ type: 'group-deleted', groupId: group }),
      ]),
    );
  });
});

it('settings have the specified defaults and take only the specified values', async () => {
  const { token } = await api.makeUser({ mail: newMail() });
  const { body } = await api.get('settings/current', token);
  expect(body).toMatchObject({
    '@type': 'Setting',
    video_chat_video_bandwidth: 200,
    video_chat_video_codec: 'VP8',
    video_chat_audio_bandwidth: 16,
    video_chat_audio_codec: null,
    video_chat_agc: null,
    video_chat_echo_cancellation: null,
    video_chat_noise_suppression: null,
  });
  // Those of the columns and those of the code.
  const { videoBandwidth, videoCodec, audioBandwidth } = DEFAULT_CALL_SETTINGS;
  expect([videoBandwidth, videoCodec, audioBandwidth]).toEqual([200, 'VP8', 16]);
  const changed = await api.patch(
    body['@id'],
    { video_chat_video_bandwidth: 800, video_chat_agc: false, video_chat_audio_codec: 'opus' },
    token,
  );
  expect(changed.body).toMatchObject({
    video_chat_video_bandwidth: 800,
    video_chat_agc: false,
    video_chat_audio_codec: 'opus',
    video_chat_video_codec: 'VP8',
  });
  const reset = await api.patch(body['@id'], { video_chat_audio_codec: null }, token);
  expect(reset.body.video_chat_audio_codec).toBeNull();
  expect(
    (await api.patch(body['@id'], { video_chat_video_bandwidth: 201 }, token)).body.violations,
  ).toMatchObject([{ propertyPath: 'video_chat_video_bandwidth', code: 'invalid' }]);
});

it('the version, the build, and what else of the installation concerns everyone, is there for everyone', async () => {
  expect((await api.get('version')).body).toEqual({
    version: '9.8.7',
    build: '9.8.7+test',
    recordingKeepDays: 30,
    logKeepDays: 365,
    notificationKeepDays: 365,
    usersPageUrl: null,
    copyrightUrl: 'https://example.com/copyright',
    privacyUrl: null,
    webPushKey: null,
    publicUrl: 'https://hibiki.example.org',
  });
});
