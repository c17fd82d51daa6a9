import { type Static, Type } from 'typebox';
import { defineOperation, json, nothing } from '#protocol/rest/define-operation.ts';
import { FOLDED, required } from '#protocol/rest/field.ts';

/** Both are opaque to clients. The access token lasts 15 minutes, the refresh token 30 days and one use. */
const TokenPair = Type.Object({
  token: Type.String({ description: 'Access token, for Authorization: Bearer' }),
  refresh_token: Type.String(),
});

const Address = Type.Union([Type.String({ format: 'uri' }), Type.Null()]);

const InstallationSchema = Type.Object({
  version: Type.String({ description: 'Shown to people' }),
  build: Type.String({ description: 'Which release or commit runs, as in `1.0.7+2026-11-30.c980fc61f017`' }),
  recordingKeepDays: Type.Integer({ description: 'Days after which recordings are deleted' }),
  logKeepDays: Type.Integer({ description: 'Days for which the log of changes is kept' }),
  notificationKeepDays: Type.Integer({ description: 'Days after which notifications are deleted' }),
  usersPageUrl: Address,
  copyrightUrl: Address,
  privacyUrl: Address,
  webPushKey: Type.Union([Type.String(), Type.Null()], {
    description: 'The `applicationServerKey` of push subscriptions; null where no one is rung by push',
  }),
  publicUrl: Type.String({
    description: 'Address under which people open the installation, without a slash at the end',
  }),
});

/** Public information about the installation. The URLs lead to the operator's pages; null where there is none. */
export type Installation = Static<typeof InstallationSchema>;

const Secret = Type.String({ minLength: 1, maxLength: 1_000 });
const Name = Type.String({ ...FOLDED, minLength: 1, maxLength: 1_000 });

export const authOperations = {
  'auth.signIn': defineOperation({
    method: 'POST',
    path: 'auth',
    summary: 'Signs a user, a manager or an admin in',
    media: 'json',
    body: {
      username: required('write', Name, { codes: { required: 'mail-required' } }),
      password: required('write', Secret, { codes: { required: 'password-required' } }),
    },
    reply: json(TokenPair),
    status: 200,
  }),
  'auth.refresh': defineOperation({
    method: 'POST',
    path: 'auth/refresh',
    summary: 'Exchanges a refresh token; the old one used again ends all that descend from it',
    media: 'json',
    body: { refresh_token: required('write', Secret) },
    reply: json(TokenPair),
    status: 200,
  }),
  'auth.signOut': defineOperation({
    method: 'DELETE',
    path: 'auth',
    summary: 'Ends the sign-in that the access token belongs to, on this browser only',
    reply: nothing,
  }),
  'auth.authenticate': defineOperation({
    method: 'POST',
    path: 'authenticates',
    summary: 'Signs a device in',
    body: {
      serialNumber: required('write', Secret, { codes: { required: 'serial-required' } }),
      secret: required('write', Secret),
    },
    reply: json(TokenPair),
    status: 200,
  }),
  'version.read': defineOperation({
    method: 'GET',
    path: 'version',
    summary: 'The version of the API, and what everybody may know of the installation',
    reply: json(InstallationSchema),
  }),
} as const;
