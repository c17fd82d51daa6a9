import { AppError } from '#protocol/app-error.ts';
import { readSerial } from '#protocol/serial.ts';
import type { Tokens } from '#server/auth/refresh-tokens.ts';
import { audited, auditSignOut } from '#server/rest/audit.ts';
import { type Operation, operation } from '#server/rest/operation.ts';

/** The names of specification A3. */
const tokenBody = ({ token, refreshToken }: Tokens) => ({ token, refresh_token: refreshToken });

export const authOperations: readonly Operation[] = [
  operation('auth.signIn', async (context, { body }) => {
    const { deps, address, browser } = context;
    const { username: mail, password } = body;
    const knownBrowser = browser.knownFor(mail);
    const tokens = await audited(context, mail, () =>
      deps.auth.signIn.withPassword({ mail, password, address, knownBrowser }),
    );
    browser.remember(mail, tokens.fingerprint);
    return tokenBody(tokens);
  }),
  operation('auth.refresh', async ({ deps, address, requestId }, { body }) =>
    tokenBody(await deps.auth.refresh(body.refresh_token, { address, requestId })),
  ),
  operation('auth.signOut', async (context) => {
    const { deps, principal } = context;
    if (!principal) throw new AppError('unauthenticated');
    if (await deps.auth.signOut(principal)) await auditSignOut(context, principal);
  }),
  operation('auth.authenticate', async (context, { body }) => {
    const { deps, address, browser } = context;
    // However its padding and its digits are written.
    const serial = readSerial(body.serialNumber)?.long ?? body.serialNumber;
    const knownBrowser = browser.knownFor(serial);
    const { secret } = body;
    const tokens = await audited(context, serial, () =>
      deps.auth.signIn.withDeviceSecret({ serial, secret, address, knownBrowser }),
    );
    browser.remember(serial, tokens.fingerprint);
    return tokenBody(tokens);
  }),
  operation('version.read', async ({ deps }) => deps.installation),
];
