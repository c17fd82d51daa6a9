import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';
import { Mail } from '#protocol/rest/field.ts';
import { linkForAdmin } from '#server/auth/operator-admin.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLinks } from '#server/links.ts';
import { readArgument } from './one-argument.ts';
import { withDatabase } from './operator-database.ts';
import { explainDatabaseError } from './reach-database.ts';
import { describeError, SetUpError } from './set-up-error.ts';
import { readLocalConfig } from './system.ts';

const UNDEFINED_TABLE = '42P01';

/** `npm run admin -- MAIL`: makes an administrator, or finds the one of that address, and prints a link to set the password. */
async function makeAdmin(mail: string): Promise<void> {
  if (!Compile(Mail).Check(mail)) throw new SetUpError(`“${mail}” is not a mail address.`);
  const config = readLocalConfig(process.env);
  await withDatabase(config, async (url) => {
    const db = openDatabase({ url, poolSize: 1 });
    try {
      const { made, link } = await db
        .transaction()
        .execute((trx) => linkForAdmin(trx, createLinks(config.publicUrl), mail));
      console.log(
        `${mail} ${made ? 'is an administrator now' : 'is an administrator already'}. ` +
          `Set the password here, once, within an hour:\n${link}`,
      );
    } catch (error) {
      throw explained(error, mail);
    } finally {
      await db.destroy();
    }
  });
}

function explained(error: unknown, mail: string): unknown {
  if (error instanceof AppError && error.code === 'address-taken') {
    return new SetUpError(
      `${mail} is taken: an administrator who has changed this address may still take it back, for seven days after the change.`,
    );
  }
  const hasNoTables = error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
  if (!hasNoTables) return explainDatabaseError(error);
  return new SetUpError('The database has no tables yet: start the server once, then run this again.');
}

const mail = readArgument('npm run admin -- MAIL');
if (mail !== undefined) {
  await makeAdmin(mail).catch((error: unknown) => {
    console.error(describeError(error));
    process.exitCode = 1;
  });
}
