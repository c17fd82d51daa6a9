import { join } from 'node:path';
import webPush from 'web-push';
import { CannotStart } from '#server/cannot-start.ts';
import { type Config, webPushPublicKeyOf } from '#server/config.ts';
import { readOrMakeSecret } from '#server/secret-file.ts';

const FILE_NAME = 'web-push-key';

/** Who sends, as push services know this installation (RFC 8292). */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where the operators of push services reach the operator of this one. */
  readonly contact: string;
}

type VapidConfig = Pick<
  Config,
  | 'webPushPublicKey'
  | 'webPushPrivateKey'
  | 'webPushContact'
  | 'natsUrl'
  | 'dataFolder'
  | 'publicUrl'
  | 'mailFrom'
>;

/**
 * The keys that are set; on a single server else those made once and kept in the data folder. Null in a cluster without
 * keys, whose servers would each have their own: there is no Web Push then.
 */
export async function readVapid(config: VapidConfig): Promise<Vapid | null> {
  const { webPushPublicKey: publicKey, webPushPrivateKey: privateKey } = config;
  const contact = config.webPushContact ?? defaultContact(config);
  if (publicKey !== null && privateKey !== null) return { publicKey, privateKey, contact };
  if (config.natsUrl !== null) return null;
  const file = join(config.dataFolder, FILE_NAME);
  const kept = await readOrMakeSecret(
    file,
    'WEB_PUSH_PRIVATE_KEY',
    () => webPush.generateVAPIDKeys().privateKey,
  );
  const publicKeyOfKept = webPushPublicKeyOf(kept);
  if (publicKeyOfKept === null)
    throw new CannotStart(
      `${file} is damaged. Restore it from a backup, or delete it, and a new one is made.`,
    );
  return { publicKey: publicKeyOfKept, privateKey: kept, contact };
}

function defaultContact({ publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
