import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Logger } from '#platform/log.ts';
import { createOutageLog, type OutageLog } from '#platform/outage-log.ts';
import { AppError } from '#protocol/app-error.ts';
import { isMissing } from '#sfu/recording/json-file.ts';
import type { OwnInstallation } from '#sfu/recording/own-installation.ts';

/** Where a bucket is, and who asks. */
export interface BucketSettings {
  readonly name: string;
  /** Null: AWS's own. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Stands in front of every key, before the installation's id; empty or ending in a slash. */
  readonly prefix: string;
  /** Null: found as AWS's SDK finds them (variables, files, the machine's role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export interface BucketPage {
  readonly keys: readonly string[];
  /** Tag of each object, which changes with its content. */
  readonly tags: ReadonlyMap<string, string>;
  /** More keys follow the last one. */
  readonly more: boolean;
}

const CONNECT_MS = 5_000;
/** Time without a byte after which a request has failed. */
const IDLE_MS = 15_000;
/** Attempts per request. What fails after that is tried again later by the caller. */
const ATTEMPTS = 3;
const UPLOAD_PART_BYTES = 8 * 1024 * 1024;
/** Parts of one upload that are sent at a time. */
const UPLOAD_PARTS_AT_ONCE = 2;
const DELETE_AT_ONCE = 1_000;

const AWAY = 'The bucket for recordings cannot be reached, or refuses.';

/** Loaded only where there is a bucket: nodes without one start sooner. */
const loadSdk = () => import('@aws-sdk/client-s3');
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/**
 * Objects of one installation in an S3 bucket: others that share the bucket are never seen. Every method throws `recording-storage` when
 * the bucket cannot be reached or refuses, which is logged once per outage, and rejects until the installation is known.
 */
export class Bucket {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #name: string;
  readonly #prefix: string;
  readonly #installation: OwnInstallation;
  readonly #outage: OutageLog;

  private constructor(sdk: Sdk, settings: BucketSettings, installation: OwnInstallation, log: Logger) {
    const { name, endpoint, region, prefix, credentials } = settings;
    this.#sdk = sdk;
    this.#name = name;
    this.#prefix = prefix;
    this.#installation = installation;
    this.#outage = createOutageLog(log, 'bucket for recordings');
    this.#client = new sdk.S3Client({
      region,
      maxAttempts: ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
      // Services other than AWS often refuse the checksums that the SDK adds by default, and host names per bucket.
      ...(endpoint && {
        endpoint,
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED' as const,
        responseChecksumValidation: 'WHEN_REQUIRED' as const,
      }),
      ...(credentials && { credentials }),
    });
  }

  static async open(settings: BucketSettings, installation: OwnInstallation, log: Logger): Promise<Bucket> {
    return new Bucket(await loadSdk(), settings, installation, log);
  }

  /** Rejects unless the bucket exists and these credentials may use it. */
  async check(): Promise<void> {
    const command = new this.#sdk.HeadBucketCommand({ Bucket: this.#name });
    await this.#asked(() => this.#client.send(command));
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const command = new this.#sdk.PutObjectCommand({ ...(await this.#object(key)), Body: bytes });
    await this.#asked(() => this.#client.send(command));
  }

  /** Null without such an object. */
  async get(key: string): Promise<Buffer | null> {
    return await this.#read(key);
  }

  /** Fewer bytes at the end of the object, none beyond it. Null without such an object. */
  async getRange(key: string, offset: number, length: number): Promise<Buffer | null> {
    try {
      return await this.#read(key, `bytes=${offset}-${offset + length - 1}`);
    } catch (error) {
      if (isNamed(error, 'InvalidRange')) return Buffer.alloc(0);
      throw error;
    }
  }

  /** Uploads a file in parts. The object appears when all of it is there. */
  async upload(key: string, path: string): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage');
    const upload = new Upload({
      client: this.#client,
      params: { ...(await this.#object(key)), Body: createReadStream(path) },
      partSize: UPLOAD_PART_BYTES,
      queueSize: UPLOAD_PARTS_AT_ONCE,
    });
    await this.#asked(() => upload.done());
  }

  /** Writes an object to a file. False without such an object. */
  async download(key: string, path: string, signal: AbortSignal): Promise<boolean> {
    const body = await this.#open(key, undefined, signal);
    if (!body) return false;
    await pipeline(body, createWriteStream(path, { mode: 0o640 }), { signal });
    return true;
  }

  /** Keys that begin so, in their order, after one of them if it is given: at most 1,000. */
  async list(beginning: string, after?: string): Promise<BucketPage> {
    const prefix = await this.#ownPrefix();
    const command = new this.#sdk.ListObjectsV2Command({
      Bucket: this.#name,
      Prefix: prefix + beginning,
      ...(after !== undefined && { StartAfter: prefix + after }),
    });
    const { Contents = [], IsTruncated } = await this.#asked(() => this.#client.send(command));
    const found = Contents.flatMap(({ Key, ETag = '' }) =>
      Key === undefined ? [] : [[Key.slice(prefix.length), ETag] as const],
    );
    return { keys: found.map(([key]) => key), tags: new Map(found), more: IsTruncated === true };
  }

  /** The first parts of all keys (`a` of `a/b`), in their order, after one of them if it is given: at most 1,000. */
  async folders(after?: string): Promise<Pick<BucketPage, 'keys' | 'more'>> {
    const prefix = await this.#ownPrefix();
    const command = new this.#sdk.ListObjectsV2Command({
      Bucket: this.#name,
      Prefix: prefix,
      Delimiter: '/',
      // In the order of keys `0` follows `/`: this skips the whole folder.
      ...(after !== undefined && { StartAfter: `${prefix}${after}0` }),
    });
    const { CommonPrefixes = [], IsTruncated } = await this.#asked(() => this.#client.send(command));
    return {
      keys: CommonPrefixes.flatMap(({ Prefix }) =>
        Prefix === undefined ? [] : [Prefix.slice(prefix.length, -1)],
      ),
      more: IsTruncated === true,
    };
  }

  async remove(keys: readonly string[]): Promise<void> {
    const prefix = await this.#ownPrefix();
    for (let from = 0; from < keys.length; from += DELETE_AT_ONCE) {
      const command = new this.#sdk.DeleteObjectsCommand({
        Bucket: this.#name,
        Delete: {
          Quiet: true,
          Objects: keys.slice(from, from + DELETE_AT_ONCE).map((key) => ({ Key: prefix + key })),
        },
      });
      const { Errors = [] } = await this.#asked(() => this.#client.send(command));
      const [failed] = Errors;
      if (failed) throw new Error(`object not removed: ${failed.Code} ${failed.Message ?? ''}`);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  async #read(key: string, range?: string): Promise<Buffer | null> {
    const body = await this.#open(key, range);
    if (!body) return null;
    return await this.#asked(async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    });
  }

  async #open(key: string, range?: string, signal?: AbortSignal): Promise<Readable | null> {
    const command = new this.#sdk.GetObjectCommand({
      ...(await this.#object(key)),
      ...(range !== undefined && { Range: range }),
    });
    try {
      const { Body } = await this.#asked(() =>
        this.#client.send(command, { ...(signal && { abortSignal: signal }) }),
      );
      if (Body instanceof Readable) return Body;
      throw new Error('object without a body');
    } catch (error) {
      if (isNamed(error, 'NoSuchKey')) return null;
      throw error;
    }
  }

  /** Throws `recording-storage` where the bucket is away; what it answers about a key, and errors of local files, as they are. */
  async #asked<Reply>(request: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await request();
      this.#outage.regained();
      return reply;
    } catch (cause) {
      if (!isAway(cause)) throw cause;
      this.#outage.lost(cause);
      throw new AppError('recording-storage', { cause, message: AWAY });
    }
  }

  async #object(key: string): Promise<{ readonly Bucket: string; readonly Key: string }> {
    return { Bucket: this.#name, Key: (await this.#ownPrefix()) + key };
  }

  async #ownPrefix(): Promise<string> {
    return `${this.#prefix}${await this.#installation.id()}/`;
  }
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** Answers about an object, and requests that this node has ended. */
const ANSWERS = ['NoSuchKey', 'InvalidRange', 'AbortError'] as const;

const isAway = (error: unknown): boolean =>
  !ANSWERS.some((name) => isNamed(error, name)) && !isMissing(error);
