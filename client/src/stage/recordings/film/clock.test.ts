import { describe, expect, it } from 'vitest';
import { type ClockState, type ElementNow, step } from './clock.ts';

const DURATION = 100;

const clock = (part: Partial<ClockState> = {}): ClockState => ({
  playing: true,
  rate: 1,
  moment: 50,
  waited: null,
  late: new Set(),
  ...part,
});

/** One whose file begins ten seconds into the film, and which is in step at 50 s. */
const element = (id: string, part: Partial<ElementNow> = {}): ElementNow => ({
  id,
  from: 10,
  to: 90,
  at: 40,
  paused: false,
  seeking: false,
  ended: false,
  ready: true,
  failed: false,
  retrying: false,
  settled: 10,
  ...part,
});

/** Elements that play as they are ordered: each takes a while to start, and two clocks never run the same. */
class Simulated {
  state = clock({ moment: 10 });
  readonly elements: { now: ElementNow; lag: number; delay: number; rate: number; speed: number }[];

  constructor(...specs: { delay: number; speed: number }[]) {
    this.elements = specs.map(({ delay, speed }, index) => ({
      now: element(String(index), { from: 0, to: 200, at: 10, paused: true }),
      lag: 0,
      rate: 1,
      delay,
      speed,
    }));
  }

  run(seconds: number, length = 0.1): void {
    for (let time = 0; time < seconds; time += length) {
      for (const each of this.elements) {
        const { now } = each;
        if (each.lag > 0) each.lag -= length;
        else if (!now.paused) each.now = { ...now, at: now.at + length * each.rate * each.speed };
        each.now = { ...each.now, settled: each.now.settled + length };
      }
      const { state, orders } = step(
        this.state,
        this.elements.map(({ now }) => now),
        length,
        1000,
      );
      this.state = state;
      for (const each of this.elements) {
        const order = orders.get(each.now.id);
        if (!order) continue;
        each.rate = order.rate;
        if (order.seek !== null) each.now = { ...each.now, at: order.seek, settled: 0 };
        if (order.play && each.now.paused) each.lag = each.delay;
        each.now = { ...each.now, paused: !order.play };
      }
    }
  }

  spread(): number {
    const places = this.elements.map(({ now }) => now.at);
    return Math.max(...places) - Math.min(...places);
  }
}

describe('the clock of a film', () => {
  it('moves on with the time that passes, at its rate', () => {
    const { state } = step(clock({ rate: 1.5 }), [], 0.2, DURATION);
    expect(state.moment).toBeCloseTo(50.3);
  });

  it('stands still while it is paused, and stops at the end', () => {
    expect(step(clock({ playing: false }), [], 0.2, DURATION).state.moment).toBe(50);
    expect(step(clock({ moment: 99.95 }), [], 0.2, DURATION).state).toMatchObject({
      playing: false,
      moment: 100,
    });
  });

  it('goes on from where it was after the machine has slept', () => {
    expect(step(clock(), [], 3600, DURATION).state.moment).toBeLessThanOrEqual(52);
  });

  it('waits for an element that has its turn, and holds the others', () => {
    const elements = [element('slow', { ready: false }), element('ready')];
    const { state, orders } = step(clock(), elements, 0.2, DURATION);
    expect(state).toMatchObject({ moment: 50, waited: 0.2 });
    expect(orders.get('ready')).toMatchObject({ play: false, seek: null });
  });

  it('waits for no one whose time has not come, is over, or who can’t be loaded', () => {
    const elements = [
      element('later', { from: 60, ready: false }),
      element('before', { to: 40, ready: false }),
      element('broken', { failed: true, ready: false }),
      element('short', { at: 39.8, ended: true, ready: false }),
    ];
    expect(step(clock(), elements, 0.2, DURATION).state).toMatchObject({ waited: null, moment: 50.2 });
  });

  it('goes on without an element after eight seconds, and waits for it again once it was ready', () => {
    const slow = element('slow', { ready: false });
    const { state } = step(clock({ waited: 7.9 }), [slow], 0.2, DURATION);
    expect([...state.late]).toEqual(['slow']);
    expect(state.moment).toBeGreaterThan(50);
    const { state: after } = step(state, [slow], 0.2, DURATION);
    expect(after.moment).toBeGreaterThan(state.moment);
    expect(step(after, [element('slow')], 0.2, DURATION).state.late.size).toBe(0);
  });
});

it('the film stands still, however long, as long as none of its files can be loaded', () => {
  const offline = { ready: false, retrying: true };
  const elements = [element('one', offline), element('other', offline)];
  const { state } = step(clock({ waited: 60 }), elements, 0.2, DURATION);
  expect(state).toMatchObject({ playing: true, moment: 50, waited: 60.2 });
});

it('the last picture stays after a jump to the end', () => {
  const last = element('last', { to: DURATION });
  const { state, orders } = step(clock({ moment: DURATION }), [last], 0, DURATION);
  expect(state.playing).toBe(false);
  expect(orders.get('last')).toMatchObject({ play: false });
  expect(orders.get('last')?.seek).toBeCloseTo(DURATION - 10, 0);
});

it('the last picture of a file that ends a little before the film is seen at its end, too', () => {
  const ended = element('ended', { from: 0, to: DURATION - 0.4, at: 40, paused: true });
  const left = element('left', { from: 0, to: DURATION - 5, at: 40, paused: true });
  const { orders } = step(clock({ playing: false, moment: DURATION }), [ended, left], 0.1, DURATION);
  expect(orders.get('ended')?.seek).toBeCloseTo(DURATION - 0.5);
  expect(orders.get('left')?.seek).toBeNull();
});

describe('an element', () => {
  const orderOf = (now: ElementNow, state = clock()) => step(state, [now], 0, DURATION).orders.get(now.id);

  it('plays in its time alone', () => {
    expect(orderOf(element('a'))).toEqual({ play: true, seek: null, rate: 1 });
    expect(orderOf(element('a', { from: 60 }))).toMatchObject({ play: false, seek: 0 });
    expect(orderOf(element('a', { to: 40 }))).toMatchObject({ play: false, seek: null });
  });

  it('is drawn back into step gently, without being heard', () => {
    const behind = orderOf(element('a', { at: 39.9 }));
    expect(behind).toMatchObject({ play: true, seek: null });
    expect(behind?.rate).toBeGreaterThan(1);
    expect(behind?.rate).toBeLessThanOrEqual(1.2);
    expect(orderOf(element('a', { at: 40.1 }))?.rate).toBeLessThan(1);
  });

  it('is moved where it is too far off, though not while it starts', () => {
    expect(orderOf(element('a', { at: 39.8 }))?.seek).toBe(40);
    expect(orderOf(element('a', { at: 39.8, settled: 0.3 }))?.seek).toBeNull();
    expect(orderOf(element('a', { at: 20, settled: 0.3 }))?.seek).toBe(40);
    expect(orderOf(element('a', { at: 20, seeking: true }))?.seek).toBeNull();
  });

  it('shows the exact moment while the film is paused', () => {
    expect(orderOf(element('a', { paused: true, at: 39.9 }), clock({ playing: false }))).toEqual({
      play: false,
      seek: 40,
      rate: 1,
    });
  });
});

describe('elements that start late and run differently', () => {
  it('come into step and stay there, without a single seek', () => {
    const film = new Simulated(
      { delay: 0.3, speed: 1.002 },
      { delay: 0.05, speed: 0.998 },
      { delay: 0.2, speed: 1 },
    );
    film.run(4);
    expect(film.spread()).toBeLessThan(0.1);
    film.run(60);
    expect(film.spread()).toBeLessThan(0.05);
    expect(film.state.moment).toBeGreaterThan(73);
    expect(Math.min(...film.elements.map(({ now }) => now.settled))).toBeGreaterThan(60);
  });

  it('do so at twice the speed', () => {
    const film = new Simulated({ delay: 0.2, speed: 1 }, { delay: 0, speed: 1.002 });
    film.state = { ...film.state, rate: 2 };
    film.run(10);
    expect(film.spread()).toBeLessThan(0.1);
    expect(film.state.moment).toBeGreaterThan(29);
  });
});
