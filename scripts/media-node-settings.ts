import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderError } from '#platform/folder-error.ts';
import { makeWritableFolder } from '#platform/make-folder.ts';
import type { Config } from '#server/config.ts';
import { readConfig } from '#sfu/config.ts';
import { SetUpError } from './set-up-error.ts';

/** An earlier start that was killed leaves its media node a moment to close, which frees its ports. */
const PORT_LIMIT_MS = 5_000;
const PORT_RETRY_MS = 250;

/**
 * Checks the settings of the media node that this machine runs, which would otherwise end again and again because of them.
 *
 * @throws SetUpError that names the setting
 */
export async function checkMediaNode(
  { natsUrl, mediaNodeEnv }: Config,
  portLimitMs = PORT_LIMIT_MS,
): Promise<void> {
  // The media nodes of a cluster are started separately, with their own settings.
  if (natsUrl !== null) return;
  const { listen, rtcPort, workers, httpHost, httpPort, recordingsFolder } = readSettings(mediaNodeEnv);
  for (const { ip } of listen) await checkAddress(ip);
  const deadline = Date.now() + portLimitMs;
  if (httpPort !== null) {
    await checkPort(bindTcp, httpHost, httpPort, deadline, 'SFU_HTTP_HOST and SFU_HTTP_PORT');
  }
  const ports = rtcPort === 0 ? [] : Array.from({ length: workers }, (_, worker) => rtcPort + worker);
  for (const port of ports) {
    for (const { ip } of listen) {
      await checkPort(bindUdp, ip, port, deadline, 'SFU_RTC_PORT');
      await checkPort(bindTcp, ip, port, deadline, 'SFU_RTC_PORT');
    }
  }
  await checkFolder(recordingsFolder);
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
  const error = await bindUdp(ip, 0);
  if (!error) return;
  throw new SetUpError(
    `SFU_LISTEN_IP names ${ip}, on which this machine cannot receive (${error.message}). Name one of its own addresses.`,
  );
}

/** Opens the port for a moment; of one that is in use until the deadline. @param setting that names it */
async function checkPort(
  bind: typeof bindTcp,
  host: string,
  port: number,
  deadline: number,
  setting: string,
): Promise<void> {
  for (;;) {
    const error = await bind(host, port);
    if (!error) return;
    if (error.code !== 'EADDRINUSE' || Date.now() > deadline) {
      const reason = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
      throw new SetUpError(
        `The media node cannot listen on port ${port} of ${host} (${reason}). Change ${setting}.`,
      );
    }
    await sleep(PORT_RETRY_MS);
  }
}

/** Resolves with the error that keeps a socket from being opened there. */
async function bindUdp(ip: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const socket = createSocket(ip.includes(':') ? 'udp6' : 'udp4');
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  socket.once('error', resolve);
  socket.bind({ address: ip, port, exclusive: true }, () => resolve(undefined));
  const error = await promise;
  socket.close();
  return error;
}

async function bindTcp(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | undefined>();
  server.once('error', resolve);
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  return await promise;
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await makeWritableFolder(folder);
  } catch (error) {
    if (error instanceof FolderError) throw new SetUpError(`RECORDING_FOLDER: ${error.message}.`);
    throw error;
  }
}
