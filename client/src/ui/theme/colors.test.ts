import { describe, expect, test } from 'vitest';
import { type ColorName, themeColors } from './colors.ts';

/** WCAG 2.2, relative luminance. */
const luminance = (hex: string): number => {
  const channel = (from: number): number => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const grounds: readonly ColorName[] = [
  'background',
  'contents',
  'contents.raised',
  'contents.hover',
  'navigation',
  'editor',
];

const text: readonly (readonly [ColorName, readonly ColorName[]])[] = [
  ['ink', grounds],
  ['ink.muted', grounds],
  ['ink.subtle', grounds],
  ['link', grounds],
  ['primary', grounds],
  ['success', [...grounds, 'success.subtle']],
  ['danger', [...grounds, 'danger.subtle']],
  ['warning', [...grounds, 'warning.subtle']],
  ['primary.contrast', ['primary', 'primary.hover', 'primary.active']],
  ['primary.onSubtle', ['primary.subtle', 'primary.subtleHover']],
  ['danger.contrast', ['danger.solid', 'danger.hover']],
  ['stage.ink', ['stage', 'stage.tile', 'stage.control', 'stage.controlHover']],
  ['stage.muted', ['stage', 'stage.tile', 'stage.control']],
];

const graphics: readonly (readonly [ColorName, readonly ColorName[]])[] = [
  ['line.control', ['contents', 'editor', 'background']],
  ['focus', grounds],
  ['success.solid', ['contents', 'background']],
  ['danger.solid', ['contents', 'background', 'stage']],
  ['warning.solid', ['contents', 'background']],
  ['live', ['contents', 'background']],
  ['speaking', ['stage', 'stage.tile']],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const cases = (pairs: typeof text) => pairs.flatMap(([name, on]) => on.map((ground) => [name, ground]));
  test.each(cases(text) as [ColorName, ColorName][])('%s can be read on %s (AA, 4.5)', (name, ground) => {
    expect(contrast(themeColors[name][theme], themeColors[ground][theme])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(cases(graphics) as [ColorName, ColorName][])('%s can be seen on %s (AA, 3)', (name, ground) => {
    expect(contrast(themeColors[name][theme], themeColors[ground][theme])).toBeGreaterThanOrEqual(3);
  });
});
