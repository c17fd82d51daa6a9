import { createHmac } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';
import type { TransportOptions } from '#protocol/media.ts';
import type { IceConfiguration, PartyKey } from '#protocol/party.ts';
import type { SfuRequests } from '#protocol/sfu/contract.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { network } from './auth/network.ts';
import { createIceServers, type IceServersSettings } from './ice-servers.ts';

/** Time for a self-test, and no more: the asker is no one. */
const CREDENTIAL_SECONDS = 120;

type DtlsParameters = PayloadOf<SfuRequests, 'selfTest.open'>['dtlsParameters'];

export interface SelfTestEnds {
  readonly ice: IceConfiguration;
  /** Null where no media node is available just now. */
  readonly media: { readonly udp: TransportOptions; readonly tcp: TransportOptions } | null;
}

/** Throws `forbidden` where the operator has switched self-tests off, and `too-many-requests`. */
export type SelfTests = (dtlsParameters: DtlsParameters, address: string) => Promise<SelfTestEnds>;

export interface SelfTestsDeps {
  readonly sfu: { openSelfTest(dtlsParameters: DtlsParameters): Promise<SelfTestEnds['media']> };
  readonly settings: IceServersSettings & { readonly selfTest: boolean };
}

/** What a browser needs to find out whether its calls will get through (SPEC.md, T). */
export function createSelfTests({ sfu, settings }: SelfTestsDeps): SelfTests {
  const ice = createIceServers({ ...settings, turnCredentialSeconds: CREDENTIAL_SECONDS });
  return async (dtlsParameters, address) => {
    if (!settings.selfTest) throw new AppError('forbidden');
    return {
      ice: ice(turnUserOf(address, settings.turnSecret ?? '')),
      media: await openMedia(sfu, dtlsParameters),
    };
  };
}

/**
 * One TURN user for each network: coturn counts allocations by user (`user-quota`), so that no network can take all of
 * them by asking again. The hash keeps the address out of coturn's log.
 */
const turnUserOf = (address: string, secret: string): PartyKey =>
  `guest:self-test-${createHmac('sha256', secret).update(network(address)).digest('hex').slice(0, 16)}`;

/** A media node that is away just now is a finding, not a failure: everything else can still be tested. */
async function openMedia(
  sfu: SelfTestsDeps['sfu'],
  dtlsParameters: DtlsParameters,
): Promise<SelfTestEnds['media']> {
  try {
    return await sfu.openSelfTest(dtlsParameters);
  } catch (error) {
    const away = ['media-node-unavailable', 'request-timeout'];
    if (error instanceof AppError && away.includes(error.code)) return null;
    throw error;
  }
}
