import type { Rate } from '#platform/token-bucket.ts';
import { type Draw, TokenBuckets } from '#platform/token-buckets.ts';
import type { AppError } from '#protocol/app-error.ts';
import type { Principal } from '#server/principal.ts';
import type { SessionKey } from '#server/session.ts';
import { type LimitOfKind, limitTable } from './limit-table.ts';
import { overLimit } from './over-limit.ts';

type RequestLimit = LimitOfKind<'per-minute'>;

/** Maximum number of people and addresses that are remembered, about 20 MB. */
const REMEMBERED = 100_000;
/** What a request costs an address in frames: an office of 500 sockets sends many, and each costs the server far less. */
const FRAMES_PER_REQUEST = 10;
const MINUTE_MS = 60_000;

/** Settings, each per minute. */
export type RequestRateSettings = Readonly<Record<(typeof limitTable)[RequestLimit]['most'], number>>;

/**
 * How often this server is asked, over the API and all sockets together: by one person, and from one address (as network.ts
 * writes it). In memory: it is asked for each frame. Each answer is null, or the error to refuse with.
 */
export class RequestRate {
  readonly #buckets = new TokenBuckets<RequestLimit>(REMEMBERED);
  readonly #rates: Readonly<Record<RequestLimit, Rate>>;

  constructor(settings: RequestRateSettings) {
    const rateOf = (limit: RequestLimit, tokensPerRequest: number): Rate => {
      const { most, burst } = limitTable[limit];
      const perMinute = settings[most] * tokensPerRequest;
      return { burst: Math.floor(perMinute * burst), refillMs: MINUTE_MS / perMinute };
    };
    this.#rates = {
      'requests-person': rateOf('requests-person', 1),
      'requests-address': rateOf('requests-address', FRAMES_PER_REQUEST),
    };
  }

  /** A request to the API, before it is known who asks. */
  request(address: string): AppError | null {
    return this.#take([this.#draw('requests-address', address, FRAMES_PER_REQUEST)]);
  }

  /** The same request, once it is known who asks. */
  requestBy(principal: Principal): AppError | null {
    return this.#take([this.#draw('requests-person', personOf(principal))]);
  }

  /** A frame. `person` is null before there is a session. */
  frame(address: string, person: SessionKey | null): AppError | null {
    const draws = [this.#draw('requests-address', address)];
    if (person !== null) draws.push(this.#draw('requests-person', person));
    return this.#take(draws);
  }

  #draw(limit: RequestLimit, of: string, tokens = 1): Draw<RequestLimit> {
    return { limit, of, rate: this.#rates[limit], tokens };
  }

  #take(draws: readonly Draw<RequestLimit>[]): AppError | null {
    const refused = this.#buckets.take(draws);
    return refused && overLimit(refused.limit, refused.waitMs);
  }
}

/** Requests are counted under the same key as frames: that of the person's sessions. Guests have no access to the API. */
export function personOf(principal: Principal): SessionKey {
  switch (principal.kind) {
    case 'user':
    case 'manager':
      return `user:${principal.id}`;
    case 'device':
      return `device:${principal.id}`;
    case 'admin':
      return `admin:${principal.id}`;
    case 'guest':
      return `guest:${principal.linkId}`;
  }
}
