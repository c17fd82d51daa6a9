import type { WebRtcTransport } from 'mediasoup/types';
import type { MemberId } from '#protocol/ids.ts';
import type { Measured } from '#protocol/sfu/contract.ts';

/** A server asks about a member that the node itself removed within this time, or never. */
const KEPT_MS = 10 * 60 * 1_000;

/** What members sent and received, kept after they have left, because their server asks only then. */
export class Departures {
  readonly #measured = new Map<MemberId, Promise<Measured | undefined>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  add(memberId: MemberId, measured: Promise<Measured | undefined>): void {
    this.#measured.set(memberId, measured);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#measured.delete(memberId);
    }, KEPT_MS);
    this.#timers.add(timer);
  }

  async of(memberId: MemberId): Promise<Measured | undefined> {
    return await this.#measured.get(memberId);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#measured.clear();
  }
}

/** Must be asked before the transport is closed; the figures are lost with the worker. */
export async function measure(transport: WebRtcTransport): Promise<Measured | undefined> {
  if (transport.closed) return undefined;
  const stats = await transport.getStats().catch(() => undefined);
  return (
    stats && {
      bytes: stats.reduce((sum, { bytesReceived, bytesSent }) => sum + bytesReceived + bytesSent, 0),
      addresses: stats.flatMap(({ iceSelectedTuple }) => iceSelectedTuple?.remoteIp ?? []),
    }
  );
}

/** Undefined where nothing was measured at all. */
export function sumOf(parts: readonly (Measured | undefined)[]): Measured | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  return {
    bytes: known.reduce((sum, { bytes }) => sum + bytes, 0),
    addresses: [...new Set(known.flatMap(({ addresses }) => addresses))],
  };
}
