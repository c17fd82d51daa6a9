import { describe, expect, test } from 'vitest';
import { chosenCount, chosenElsewhere, createSelection, without } from './selection.ts';

const PAGE = ['a', 'b', 'c', 'd', 'e'];

describe('a selection', () => {
  test('outlives the page, and tells how many are elsewhere', () => {
    const selection = createSelection();
    selection.setMany(['x', 'y'], true);
    selection.toggle('b');
    expect(selection.size()).toBe(3);
    expect(chosenElsewhere(selection.get(), PAGE)).toBe(2);
    selection.setMany(PAGE, false);
    expect(selection.size()).toBe(2);
  });

  test.each([
    ['b', 'd'],
    ['d', 'b'],
  ])('extends from %s to %s', (from, to) => {
    const selection = createSelection();
    selection.toggle(from);
    selection.extend(to, PAGE);
    expect(PAGE.filter(selection.has)).toEqual(['b', 'c', 'd']);
  });

  test('begins where it is extended without a beginning on this page', () => {
    const selection = createSelection();
    selection.toggle('x');
    selection.extend('c', PAGE);
    expect(PAGE.filter(selection.has)).toEqual(['c']);
  });

  test('of all that match has everything but what is taken out of it', () => {
    const selection = createSelection();
    selection.toggle('a');
    selection.chooseAll(2431);
    expect(selection.has('of another page')).toBe(true);
    selection.toggle('b');
    expect(selection.has('b')).toBe(false);
    expect(chosenCount(selection.get())).toBe(2430);
    selection.toggle('b');
    expect(selection.size()).toBe(2431);
    selection.clear();
    expect(selection.size()).toBe(0);
  });

  test('is given without some rows, and stays as it is', () => {
    const selection = createSelection();
    selection.setMany(['a', 'b'], true);
    expect(chosenCount(without(selection.get(), ['b', 'c']))).toBe(1);
    expect(selection.size()).toBe(2);
    selection.chooseAll(10);
    expect(chosenCount(without(selection.get(), ['b', 'c']))).toBe(8);
    expect(selection.size()).toBe(10);
  });

  test('tells its listeners of a change', () => {
    const selection = createSelection();
    let heard = 0;
    const end = selection.subscribe(() => heard++);
    selection.toggle('a');
    end();
    selection.toggle('b');
    expect(heard).toBe(1);
  });
});
