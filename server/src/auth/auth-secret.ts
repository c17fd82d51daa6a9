import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecret } from '#server/secret-file.ts';

const FILE_NAME = 'auth-secret';
const SECRET_BYTES = 32;

/**
 * What signs access tokens: `AUTH_SECRET`, else one made once and kept in the data folder, readable for its owner only.
 * Deleting the file ends all access tokens; refresh tokens get new ones.
 */
export async function readAuthSecret(config: {
  readonly authSecret: string | null;
  readonly dataFolder: string;
}): Promise<string> {
  if (config.authSecret !== null) return config.authSecret;
  return await readOrMakeSecret(join(config.dataFolder, FILE_NAME), 'AUTH_SECRET', () =>
    randomBytes(SECRET_BYTES).toString('base64url'),
  );
}
