import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RecordingId } from '#protocol/ids.ts';
import { RESULT, recordingIdOf } from '#sfu/recording/recording-folder.ts';
import type { Bucket } from './bucket.ts';
import { parsed } from './parsed.ts';

/** A lease that did not change for this long has expired. */
const BUCKET_LEASE_MS = 20_000;
export const BUCKET_LEASE_RENEW_MS = 4_000;
/** Two nodes that take a lease at the same time both see afterwards whose it is. */
const SETTLE_MS = 1_500;

const LeaseSchema = Type.Object({ holder: Type.String(), renewal: Type.Integer() });
type LeaseText = Static<typeof LeaseSchema>;
const leases = Compile(LeaseSchema);

const LEASES = 'leases/';
export const leaseKey = (recordingId: RecordingId): string => LEASES + recordingId;

/**
 * The right to finish a recording from its copy: an object `leases/<recording>`, which its holder writes again and again until the
 * recording is finished. Not every S3 service has conditional writes, so a lease is written and read back.
 */
export class BucketLease {
  readonly #bucket: Bucket;
  readonly #key: string;
  readonly #resultKey: string;
  readonly #holder = randomUUID();
  #renewal = 0;

  constructor(bucket: Bucket, recordingId: RecordingId) {
    this.#bucket = bucket;
    this.#key = leaseKey(recordingId);
    this.#resultKey = `${recordingId}/${RESULT}`;
  }

  /** Takes the lease from its holder, if it has one. False if another node has taken it at the same time. */
  async take(): Promise<boolean> {
    await this.#write();
    await delay(SETTLE_MS);
    return (await readLease(this.#bucket, this.#key))?.holder === this.#holder;
  }

  /** False where another node has taken it, or has finished. Writes it where there is none yet. */
  async renew(): Promise<boolean> {
    const lease = await readLease(this.#bucket, this.#key);
    if (lease && lease.holder !== this.#holder) return false;
    // A process that stood still just before it wrote has written over the lease of the node that took it.
    if (await this.#isFinished()) return false;
    await this.#write();
    return true;
  }

  async #isFinished(): Promise<boolean> {
    return (await this.#bucket.get(this.#resultKey)) !== null;
  }

  async #write(): Promise<void> {
    const lease: LeaseText = { holder: this.#holder, renewal: this.#renewal++ };
    await this.#bucket.put(this.#key, Buffer.from(JSON.stringify(lease)));
  }
}

/** Tells which leases have expired without comparing clocks: those that stay the same for long enough. */
export class LeaseWatch {
  readonly #bucket: Bucket;
  #seen = new Map<RecordingId, { readonly tag: string; readonly sinceMs: number }>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Looks at all leases; to be called again and again. */
  async expired(): Promise<readonly RecordingId[]> {
    const before = this.#seen;
    const now = performance.now();
    this.#seen = new Map();
    let last: string | undefined;
    do {
      const { keys, tags, more } = await this.#bucket.list(LEASES, last);
      for (const key of keys) {
        const recordingId = recordingIdOf(key.slice(LEASES.length));
        const tag = tags.get(key) ?? '';
        const seen = recordingId && before.get(recordingId);
        if (recordingId) this.#seen.set(recordingId, seen?.tag === tag ? seen : { tag, sinceMs: now });
      }
      last = more ? keys.at(-1) : undefined;
    } while (last !== undefined);
    return [...this.#seen].flatMap(([recordingId, { sinceMs }]) =>
      now - sinceMs < BUCKET_LEASE_MS ? [] : [recordingId],
    );
  }
}

async function readLease(bucket: Bucket, key: string): Promise<LeaseText | null> {
  const text = await bucket.get(key);
  return text && parsed(text, leases);
}
