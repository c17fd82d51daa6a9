import { AppError } from '#protocol/app-error.ts';
import { type PartyKey, partyKey } from '#protocol/party.ts';
import type { CountGuestSession } from '#server/auth/count-guest-session.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import type { Principal } from '#server/principal.ts';
import type { Identity } from './identify.ts';

/** A guest who is refused for the address tries again after this long. */
const RETRY_MS = 30_000;

export interface GuestLimitsOptions {
  /** Sessions of guests at once, a network address, on one server. */
  readonly perAddress: number;
  readonly count: CountGuestSession;
}

interface OpenSession {
  readonly principal: Principal;
  readonly partyKey: PartyKey;
  /** Null while the socket is lost. */
  readonly wire: object | null;
}

/** How many guests come in, by which link and from where (SPEC.md, S14). Others are not concerned. */
export class GuestLimits {
  readonly #options: GuestLimitsOptions;

  constructor(options: GuestLimitsOptions) {
    this.#options = options;
  }

  /** Counts a new session. Throws `too-many-requests`. */
  async count({ principal }: Identity): Promise<void> {
    if (principal.kind === 'guest') await this.#options.count(principal);
  }

  /** Throws `guest-link-full`, `too-many-requests`. */
  check({ principal, party }: Identity, open: Iterable<OpenSession>): void {
    if (principal.kind !== 'guest' || party === null) return;
    const key = partyKey(party);
    let [byLink, byAddress] = [0, 0];
    for (const other of open) {
      // A reloaded page takes the place of its last session, which still waits for its socket.
      const isLast = other.partyKey === key && other.wire === null;
      if (other.principal.kind !== 'guest' || isLast) continue;
      if (other.principal.network !== principal.network) continue;
      byAddress += 1;
      // The room counts who is in the call, wherever they came from: who waits elsewhere, was removed, or has closed the page after
      // leaving keeps no one else out.
      if (other.principal.linkId === principal.linkId && other.wire !== null) byLink += 1;
    }
    if (byLink >= principal.maxGuests) throw new AppError('guest-link-full');
    if (byAddress >= this.#options.perAddress) {
      throw overLimit('guests-address', RETRY_MS);
    }
  }
}
