import type { IceConfiguration } from '#protocol/party.ts';

/**
 * Why no media gets through, as far as this end can tell by itself. No direct path works; and of the relay (TURN):
 *
 * - `relay-missing`: the server has none.
 * - `relay-unreachable`: it doesn't answer.
 * - `relay-refused`: it refuses the credentials (another secret, or clocks that disagree).
 * - `beyond-relay`: it works from here, so the other end is blocked.
 */
export type Blockage = 'relay-missing' | 'relay-unreachable' | 'relay-refused' | 'beyond-relay';

/** A relay's answer to credentials of another secret, and to those that have expired by its clock (RFC 8656, 7.2). */
export const UNAUTHORIZED = 401;

/** @param refused whether the relay has answered `UNAUTHORIZED` */
export function blockageOf(
  iceServers: IceConfiguration['iceServers'],
  report: RTCStatsReport,
  refused: boolean,
): Blockage {
  if (!iceServers.some(({ urls }) => urls.some((url) => url.startsWith('turn')))) return 'relay-missing';
  for (const { type, candidateType } of report.values())
    if (type === 'local-candidate' && candidateType === 'relay') return 'beyond-relay';
  return refused ? 'relay-refused' : 'relay-unreachable';
}

/** Whether ICE has found a way to the other end, on which media may not be up yet. */
export function hasPath(report: RTCStatsReport): boolean {
  for (const { type, state } of report.values())
    if (type === 'candidate-pair' && state === 'succeeded') return true;
  return false;
}
