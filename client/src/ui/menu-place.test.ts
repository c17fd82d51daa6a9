import { describe, expect, test } from 'vitest';
import { placeMenu } from './menu-place.ts';

const view = { width: 1000, height: 800 };
const menu = { width: 200, height: 300 };

describe('a menu stands', () => {
  test('below its trigger, ending where that ends', () => {
    const trigger = { left: 700, top: 10, width: 44, height: 44 };
    expect(placeMenu(trigger, menu, 'bottom-end', view)).toEqual({ left: 544, top: 60 });
  });

  test('above, when there is no space below', () => {
    const trigger = { left: 300, top: 700, width: 44, height: 44 };
    expect(placeMenu(trigger, menu, 'bottom-start', view)).toEqual({ left: 300, top: 394 });
  });

  test('below, when it should be above and there is no space', () => {
    const trigger = { left: 400, top: 20, width: 44, height: 44 };
    expect(placeMenu(trigger, menu, 'top', view)).toEqual({ left: 322, top: 70 });
  });

  test('within the window, whatever its trigger', () => {
    const trigger = { left: 960, top: 10, width: 44, height: 44 };
    expect(placeMenu(trigger, menu, 'bottom-start', view).left).toBe(792);
  });

  test('at the top, when it is higher than the window', () => {
    const trigger = { left: 10, top: 300, width: 44, height: 44 };
    expect(placeMenu(trigger, { width: 200, height: 900 }, 'bottom-start', view).top).toBe(8);
  });
});

describe('a menu within a menu stands', () => {
  const item = { left: 600, top: 100, width: 200, height: 44 };

  test('on the left of its item, else on the right', () => {
    expect(placeMenu(item, menu, 'beside', view)).toEqual({ left: 392, top: 100 });
    expect(placeMenu({ ...item, left: 20 }, menu, 'beside', view)).toEqual({ left: 228, top: 100 });
  });

  test('below it on a phone', () => {
    const phone = { width: 390, height: 844 };
    expect(placeMenu({ ...item, left: 160 }, menu, 'beside', phone)).toEqual({ left: 160, top: 144 });
  });
});
