import { AppError } from '#protocol/app-error.ts';
import { readSerial } from '#protocol/serial.ts';
import type { Tokens } from '#server/auth/refresh.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';

/** As product.md section 7 names them. */
const tokenBody = ({ token, refreshToken }: Tokens) => ({ token, refresh_token: refreshToken });

export const authOperations: readonly OperationHandler[] = [
  {
    name: 'auth.signIn',
    transaction: false,
    handle: async ({ deps, address }, { body }) =>
      tokenBody(
        await deps.auth.signIn.withPassword({ mail: body.username, password: body.password, address }),
      ),
  },
  {
    name: 'auth.refresh',
    transaction: false,
    handle: async ({ deps }, { body }) => tokenBody(await deps.auth.refresh(body.refresh_token)),
  },
  {
    name: 'auth.signOut',
    transaction: false,
    async handle({ deps, principal }) {
      if (!principal) throw new AppError('unauthenticated');
      await deps.auth.signOut(principal);
    },
  },
  {
    name: 'auth.authenticate',
    transaction: false,
    handle: async ({ deps, address }, { body }) =>
      tokenBody(
        await deps.auth.signIn.withDeviceSecret({
          // However its padding and its digits are written.
          serial: readSerial(body.serialNumber)?.long ?? body.serialNumber,
          secret: body.secret,
          address,
        }),
      ),
  },
  { name: 'version.read', transaction: false, handle: async ({ deps }) => ({ version: deps.version }) },
];
