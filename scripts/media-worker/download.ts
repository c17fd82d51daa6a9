import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { release } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Until the answer begins: where the host is blocked, a build should not wait for it. */
const ANSWER_LIMIT_MS = 8_000;
/** For the whole file of a few megabytes; still less than a build takes. */
const DOWNLOAD_LIMIT_MS = 60_000;

export interface Download {
  readonly version: string;
  /** mediasoup's releases, or `MEDIASOUP_WORKER_PREBUILT_DOWNLOAD_BASE_URL`, as mediasoup's own install step takes it. */
  readonly baseUrl: string;
  /** An empty folder that the archive is unpacked into. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

/** The name that mediasoup gives its prebuilt workers: by version, platform, architecture and, on Linux, kernel. */
export function archiveName(version: string): string {
  const kernel = process.platform === 'linux' ? `-kernel${release().split('.')[0]}` : '';
  return `mediasoup-worker-${version}-${process.platform}-${process.arch}${kernel}.tgz`;
}

/** @throws Error with the reason; the caller has another way. */
export async function downloadWorker({ version, baseUrl, folder, signal }: Download): Promise<void> {
  const url = `${baseUrl}/${version}/${archiveName(version)}`;
  const abort = new AbortController();
  const signals = AbortSignal.any(signal ? [abort.signal, signal] : [abort.signal]);
  const limits = [setTimeout(() => abort.abort(new Error(`no answer from ${url}`)), ANSWER_LIMIT_MS)];
  try {
    const response = await fetch(url, { signal: signals });
    clearTimeout(limits[0]);
    if (!response.ok || !response.body) throw new Error(`${url} answers ${response.status}`);
    limits.push(setTimeout(() => abort.abort(new Error(`${url} is too slow`)), DOWNLOAD_LIMIT_MS));
    const tar = spawn('tar', ['-xzf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'ignore'] });
    const exited = once(tar, 'exit');
    await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), tar.stdin);
    const [code] = await exited;
    if (code !== 0) throw new Error(`${url} is no archive`);
  } catch (error) {
    throw signals.aborted ? signals.reason : error;
  } finally {
    for (const limit of limits) clearTimeout(limit);
  }
}
