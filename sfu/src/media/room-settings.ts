export interface RoomSettings {
  /** A transport over which the browser has sent no ICE check for so many seconds, 10 to 60, is disconnected. */
  readonly iceConsentS: number;
  /** A member whose transports have been disconnected for this long is removed. */
  readonly orphanMs: number;
  /** A member that has not reported ready and has connected no transport is removed after this long. */
  readonly unreadyMs: number;
  /** The same for a member that is ready. */
  readonly unusedMs: number;
  /** How long an empty room waits for a member to come back before it closes. */
  readonly lingerMs: number;
  /** A consumer that has been paused for this long is closed, and opened again when it is wanted. */
  readonly idleConsumerMs: number;
  /** Bits a second that one member may send. */
  readonly maxIncomingBitrate: number;
  /** First guess, in bits a second, at what a member can receive. */
  readonly initialOutgoingBitrate: number;
}

/** Those that no operator sets. */
export const FIXED_ROOM_SETTINGS = {
  /** RFC 7675 lets consent last 30 s; browsers check every few seconds, and half of it still survives the loss of several checks. */
  iceConsentS: 15,
  /** A browser says that it is ready within seconds; a member that has not is left over from a server that died. */
  unreadyMs: 2 * 60 * 1_000,
  /** A live member rebuilds long before. */
  unusedMs: 15 * 60 * 1_000,
  lingerMs: 3_000,
  idleConsumerMs: 30_000,
} as const satisfies Partial<RoomSettings>;
