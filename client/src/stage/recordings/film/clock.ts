/** Where the film is, and whether it moves. */
export interface ClockState {
  /** It is wanted to play. */
  readonly playing: boolean;
  /** 1: as it was. */
  readonly rate: number;
  /** Seconds from the start of the recording. */
  readonly moment: number;
  /** Seconds for which a file has kept the others waiting; null: none does. */
  readonly waited: number | null;
  /** Files that kept the others waiting for too long: the film goes on without them until they are ready. */
  readonly late: ReadonlySet<string>;
}

/** How a media element is. */
export interface ElementNow {
  readonly id: string;
  /** When its file begins and ends, in seconds from the start of the recording. */
  readonly from: number;
  readonly to: number;
  /** Seconds from the start of the file. */
  readonly at: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly ended: boolean;
  /** It has enough data to go on from where it is. */
  readonly ready: boolean;
  /** It can't be played here. */
  readonly failed: boolean;
  /** It could not be loaded, and will be tried again. */
  readonly retrying: boolean;
  /** Seconds since it was started or moved. */
  readonly settled: number;
}

/** What a media element has to do. */
export interface Order {
  readonly play: boolean;
  /** Seconds from the start of the file; null: stay. */
  readonly seek: number | null;
  readonly rate: number;
}

export interface Step {
  readonly state: ClockState;
  /** By the id of the element; others are left as they are. */
  readonly orders: ReadonlyMap<string, Order>;
}

/** More than this, at normal speed, is put right by a seek, in seconds. */
const SEEK_DRIFT_S = 0.15;
/** Less than this is not noticed. */
const FINE_DRIFT_S = 0.025;
/** A seek that is off by so much was not exact. */
const STILL_DRIFT_S = 0.05;
/** Drift beyond which an element says nothing about where the film is, and is moved without delay. */
const LOST_S = 1;
/** An element that was started or moved gets as much time to come into step by itself. */
const SETTLE_S = 1.5;
/** Part of a drift that is caught up in a second. The pitch of voices stays as it is. */
const CORRECTION_A_SECOND = 1;
const MAX_CORRECTION = 0.2;
/** By how much of its step the clock may be drawn towards the elements. */
const PULL = 0.5;
const MAX_WAIT_S = 8;
/** After sleep of the machine, or in a tab that is throttled, the film goes on from where it was. */
const MAX_STEP_S = 2;
const LAST_S = 0.1;
/** The last picture of a file that ends so soon before the film stays until its end. */
export const ENDING_S = 1;
/** A file may end before its length says. */
const END_S = 0.5;

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

const isOn = ({ from, to, ended, at }: ElementNow, moment: number): boolean =>
  from <= moment && moment < to && !(ended && moment - from > at - END_S);

const driftOf = ({ from, at }: ElementNow, moment: number): number => at - (moment - from);

const isHeldUp = ({ ready, seeking }: ElementNow): boolean => !ready || seeking;

/** Where most of the elements are, relative to the clock. */
function medianDrift(elements: readonly ElementNow[], moment: number): number {
  const drifts = elements
    .filter((element) => !element.paused && !element.ended)
    .map((element) => driftOf(element, moment))
    .filter((drift) => Math.abs(drift) < LOST_S)
    .sort((one, other) => one - other);
  return drifts[Math.floor((drifts.length - 1) / 2)] ?? 0;
}

function orderOf(element: ElementNow, { playing, moment, rate }: ClockState, moving: boolean): Order {
  const still: Order = { play: false, seek: null, rate };
  if (element.failed) return still;
  // Its first picture is ready when its time comes.
  if (moment < element.from)
    return { ...still, seek: element.at > STILL_DRIFT_S && !element.seeking ? 0 : null };
  if (!isOn(element, moment)) return still;
  const drift = driftOf(element, moment);
  const target = moment - element.from;
  const tolerance = SEEK_DRIFT_S * Math.max(1, rate);
  if (!moving) {
    // While one is waited for, the others stay where they are: a seek would be waited for again.
    const isOff = Math.abs(drift) > (playing ? tolerance : STILL_DRIFT_S);
    return { ...still, seek: isOff && !element.seeking ? target : null };
  }
  // One that still loads would begin again.
  const patience = element.ready ? SETTLE_S : MAX_WAIT_S;
  const isLost =
    (Math.abs(drift) > LOST_S && element.ready) ||
    (Math.abs(drift) > tolerance && element.settled > patience);
  if (isLost && !element.seeking) return { play: true, seek: target, rate };
  if (Math.abs(drift) < FINE_DRIFT_S) return { play: true, seek: null, rate };
  return {
    play: true,
    seek: null,
    rate: rate * (1 - clamp(drift * CORRECTION_A_SECOND, MAX_CORRECTION)),
  };
}

/**
 * Moves the film on, and says what its media elements have to do to be in step with it.
 *
 * The clock runs by the time of the machine and is drawn towards where the elements are, so that the moment that they take to start
 * does not count as drift. It stands still while an element that has its turn is not ready.
 *
 * @param elapsed seconds since the last step
 * @param duration of the film, in seconds
 */
export function step(
  before: ClockState,
  elements: readonly ElementNow[],
  elapsed: number,
  duration: number,
): Step {
  const on = elements.filter((element) => !element.failed && isOn(element, before.moment));
  const heldUp = on.filter(isHeldUp);
  // Who is ready again is waited for again.
  const stillLate = heldUp.filter(({ id }) => before.late.has(id)).map(({ id }) => id);
  const blocking = heldUp.filter(({ id }) => !before.late.has(id));
  const waits = before.playing && blocking.length > 0;
  const waited = waits ? (before.waited ?? 0) + elapsed : null;
  // When none can be loaded, as without a network, the film stands still.
  const gaveUp = waited !== null && waited > MAX_WAIT_S && on.some(({ retrying }) => !retrying);
  const late = new Set([...stillLate, ...(gaveUp ? blocking.map(({ id }) => id) : [])]);
  const moving = before.playing && (!waits || gaveUp);
  const moment = moving ? advance(before, on, Math.min(elapsed, MAX_STEP_S)) : before.moment;
  const over = moment >= duration;
  const state: ClockState = {
    ...before,
    playing: before.playing && !over,
    moment: Math.min(moment, duration),
    waited: gaveUp ? null : waited,
    late,
  };
  const orders = elements.map((element) => {
    const at = over ? { ...state, moment: lastMomentOf(element, duration) } : state;
    return [element.id, orderOf(element, at, moving && !over)] as const;
  });
  return { state, orders: new Map(orders) };
}

/** At the end of the film each last picture stays. */
function lastMomentOf({ to }: ElementNow, duration: number): number {
  const end = duration - to < ENDING_S ? Math.min(to, duration) : duration;
  return Math.max(0, end - LAST_S);
}

function advance({ moment, rate }: ClockState, on: readonly ElementNow[], elapsed: number): number {
  const length = elapsed * rate;
  const next = moment + length;
  const drift = medianDrift(
    on.filter((element) => !isHeldUp(element)),
    next,
  );
  return next + clamp(drift, length * PULL);
}
