import { createSocket } from 'node:dgram';
import type { Config } from '#server/config.ts';
import { readConfig } from '#sfu/config.ts';
import { SetUpError } from './set-up-error.ts';

/**
 * Checks the settings of the media node that this machine runs, which would otherwise end again and again because of them.
 *
 * @throws SetUpError that names the setting
 */
export async function checkMediaNode({ natsUrl, mediaNodeEnv }: Config): Promise<void> {
  // The media nodes of a cluster are started separately, with their own settings.
  if (natsUrl !== null) return;
  for (const { ip } of readSettings(mediaNodeEnv).listen) await checkAddress(ip);
}

function readSettings(environment: Config['mediaNodeEnv']) {
  try {
    return readConfig(environment);
  } catch (error) {
    throw new SetUpError(error instanceof Error ? error.message : String(error));
  }
}

/** Opens a socket on the address, as a media worker does. */
async function checkAddress(ip: string): Promise<void> {
  const socket = createSocket(ip.includes(':') ? 'udp6' : 'udp4');
  const { promise: bound, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.bind({ address: ip, port: 0, exclusive: true }, resolve);
  try {
    await bound;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetUpError(
      `SFU_LISTEN_IP names ${ip}, on which this machine cannot receive (${reason}). Name one of its own addresses.`,
    );
  } finally {
    socket.close();
  }
}
