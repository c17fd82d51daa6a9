/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { BucketSettings } from '#sfu/recording/bucket/bucket.ts';

const NAME = 'recordings';

export interface TestBucket {
  readonly settings: BucketSettings;
  /** The service goes away; its objects stay. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** An S3 service with one empty bucket. */
export async function startTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'));
  let server: S3rver | null = null;
  let port = 0;
  const run = async () => {
    server = new S3rver({
      ...{ address: '127.0.0.1', port, silent: true, directory },
      // It reckons the signatures of the newest SDKs in another way than S3 does.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: NAME, configs: [] }],
    });
    port = (await server.run()).port;
  };
  const goAway = async () => {
    await server?.close();
    server = null;
  };
  await run();
  return {
    settings: {
      ...{ name: NAME, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', prefix: 'hibiki/' },
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    goAway,
    comeBack: run,
    async close() {
      await goAway();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Variables of a media node that keeps its recordings there. */
export const bucketVariables = ({ name, endpoint, prefix, credentials }: BucketSettings) => ({
  RECORDING_S3_BUCKET: name,
  RECORDING_S3_ENDPOINT: endpoint ?? '',
  RECORDING_S3_PREFIX: prefix,
  RECORDING_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  RECORDING_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
});
