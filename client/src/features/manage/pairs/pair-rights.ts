import type { Pair } from '#client/api/api-types.ts';

/** The owner is of a managed customer; of others a manager only reads what concerns a managed device. */
export const isOwnersManager = ({ customer }: Pick<Pair, 'customer'>): boolean => customer !== null;

/** Whether it waits for a device that the reader may answer for; the API names no other device. */
export const canApprove = ({ state, peer }: Pick<Pair, 'state' | 'peer'>): boolean =>
  state === 'INVITED' && peer !== null && peer.includes('/devices/');

/** Users are invited by mail; devices show the request until someone answers it. */
export const canResend = (pair: Pick<Pair, 'state' | 'mail' | 'customer'>): boolean =>
  pair.state === 'INVITED' && pair.mail !== null && isOwnersManager(pair);
