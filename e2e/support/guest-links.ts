import { demoGroup } from './demo-group.ts';
import type { System } from './system.ts';

export interface GuestLink {
  readonly '@id': string;
  readonly url: string;
}

/** A link that Alice gives; the body says what it leads to. */
export const makeGuestLink = async (system: System, body: object): Promise<GuestLink> =>
  (await system.write('alice', 'POST', '/guest_links', body)) as GuestLink;

/** A link into the call of the demo group. */
export const makeGroupLink = async (system: System, options: object = {}): Promise<GuestLink> =>
  makeGuestLink(system, { group: (await demoGroup(system))['@id'], ...options });
