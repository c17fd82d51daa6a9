import type { SessionId } from '#protocol/ids.ts';
import type { Party, PartyKey } from '#protocol/party.ts';
import type { SignalNoticeName, SignalNoticePayload } from '#protocol/signal/contract.ts';
import type { Principal } from './principal.ts';

/**
 * A signalling session as the calls see it. It outlives its socket: notices said while the socket is lost are kept and
 * arrive on resume (protocol/SPEC.md, S3).
 */
export interface Session {
  readonly id: SessionId;
  readonly party: Party;
  readonly partyKey: PartyKey;
  readonly principal: Principal;
  /** In order; after the reply of the request that is being handled has gone out (SPEC.md, W5). */
  say<Name extends SignalNoticeName>(notice: Name, data: SignalNoticePayload<Name>): void;
}
