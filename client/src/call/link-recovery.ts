/** Most interruptions pass by themselves; an ICE restart before that would only disturb. */
export const PATIENCE_MS = 1_500;
/** Between restarts while the link stays down. */
const RETRY_MS = 6_000;
/** A link that is down for this long while both sides can be reached will not come up again. */
const GIVE_UP_MS = 30_000;
/** A link that is down for this long does not come up by itself: without the server, which carries restarts, it is over. */
const ABANDONED_MS = 5_000;
/** A link that is not up by then is blocked, rather than slow; and between two looks at what blocks it. */
const STUCK_MS = 10_000;
const LOOK_MS = 1_000;

export interface LinkRecoveryOptions {
  /** How long the link may be `disconnected` before ICE is restarted, in milliseconds; `PATIENCE_MS` by default. */
  readonly patienceMs?: number;
  /** How long the link may take to come up for the first time, in milliseconds; `GIVE_UP_MS` by default. */
  readonly firstUpMs?: number;
  /** Whether a link that does not come up is given up, or restarted again and again; given up by default. */
  readonly givesUp?: () => boolean;
  readonly restart: () => void;
  /** Find out at once whether the server, which carries restarts, is reached: this end may have another address. */
  readonly checkServer: () => void;
  readonly onUp: () => void;
  readonly onLost: () => void;
  readonly onFailed: () => void;
  /** It is down for `STUCK_MS` although the other side is reached, and every `STUCK_MS` from then on. */
  readonly onStuck: () => void;
  /** Whether offers and candidates reach the other side now; while they do not, the link is not given up. */
  readonly canSignal: () => boolean;
  /** Whether the server has ended the call meanwhile, as far as this side can tell without it; never by default. */
  readonly isOver?: () => boolean;
}

export interface LinkRecovery {
  /** Tells what the connection says of itself. From the first `connecting` on it is expected to come up. */
  see(state: RTCPeerConnectionState): void;
  /** The network has changed: restarts at once, the link looks fine for some seconds more. */
  networkChanged(): void;
  /** The socket had been lost and is open again: a link that is down does not wait any longer. */
  serverIsBack(): void;
  close(): void;
}

/** Decides when ICE is restarted and when a link is given up. */
export function createLinkRecovery(options: LinkRecoveryOptions): LinkRecovery {
  let up = false;
  let closed = false;
  /** The link is down, and no restart has been asked for yet. */
  let patient = false;
  let restartTimer: ReturnType<typeof setTimeout> | undefined;
  let giveUpTimer: ReturnType<typeof setTimeout> | undefined;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  let stuckTimer: ReturnType<typeof setInterval> | undefined;

  const giveUpLater = (afterMs: number) => {
    clearTimeout(giveUpTimer);
    giveUpTimer = setTimeout(() => {
      if (options.canSignal()) {
        if (options.givesUp?.() ?? true) {
          options.onFailed();
          return;
        }
        restartIn(0);
      }
      giveUpLater(afterMs);
    }, afterMs);
    lookIn(ABANDONED_MS);
  };
  const countStuck = () => {
    clearInterval(stuckTimer);
    stuckTimer = setInterval(() => {
      if (options.canSignal()) options.onStuck();
    }, STUCK_MS);
  };
  const lookIn = (delayMs: number) => {
    clearTimeout(lookTimer);
    lookTimer = setTimeout(() => {
      if (options.isOver?.()) options.onFailed();
      else lookIn(LOOK_MS);
    }, delayMs);
  };
  const restartIn = (delayMs: number) => {
    clearTimeout(restartTimer);
    restartTimer = setTimeout(() => {
      patient = false;
      options.restart();
      restartIn(RETRY_MS);
    }, delayMs);
  };
  const lost = (delayMs: number) => {
    if (up) {
      up = false;
      options.onLost();
      giveUpLater(GIVE_UP_MS);
      countStuck();
    }
    patient = true;
    options.checkServer();
    restartIn(delayMs);
  };

  return {
    see(state) {
      if (closed) return;
      if (state === 'connecting') {
        if (!up && giveUpTimer === undefined) {
          giveUpLater(options.firstUpMs ?? GIVE_UP_MS);
          countStuck();
        }
      } else if (state === 'connected') {
        up = true;
        patient = false;
        clearTimeout(restartTimer);
        clearTimeout(giveUpTimer);
        clearTimeout(lookTimer);
        clearInterval(stuckTimer);
        options.onUp();
      } else if (state === 'disconnected') {
        lost(options.patienceMs ?? PATIENCE_MS);
      } else if (state === 'failed') {
        lost(0);
      }
    },
    networkChanged() {
      if (closed) return;
      options.checkServer();
      options.restart();
    },
    serverIsBack() {
      if (closed) return;
      if (patient) restartIn(0);
      // What it was stuck on may have been the server's absence.
      if (!up && giveUpTimer !== undefined) countStuck();
    },
    close() {
      closed = true;
      clearTimeout(restartTimer);
      clearTimeout(giveUpTimer);
      clearTimeout(lookTimer);
      clearInterval(stuckTimer);
    },
  };
}
