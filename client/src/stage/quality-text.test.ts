import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { type LinkFigures, qualityOf } from '#protocol/call-quality.ts';
import { qualityText } from './quality-text.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const fine = { loss: 0, roundTripMs: 20 };

describe('the words for a connection', () => {
  test.each<[LinkFigures, string]>([
    [{ ...fine, loss: 0.12 }, 'Poor connection · 20 ms · 12% lost'],
    [{ ...fine, roundTripMs: 700 }, 'Poor connection · 700 ms · 0% lost'],
    [{ ...fine, bufferMs: 450 }, 'Poor connection · 20 ms · 0% lost · sound 450 ms late'],
    [{ ...fine, concealed: 0.04 }, 'Fair connection · 20 ms · 0% lost · 4% of sound missing'],
    [{ ...fine, frozen: 0.3 }, 'Poor connection · 20 ms · 0% lost · video frozen 30% of the time'],
    [{ ...fine, fps: 5 }, 'Poor connection · 20 ms · 0% lost · 5 frames per second'],
    [{ ...fine, bufferMs: 80 }, 'Good connection · 20 ms · 0% lost'],
  ])('name the figure that decided: %j', (link, text) => {
    expect(qualityText(i18n, { quality: qualityOf(link), link })).toBe(text);
  });

  test('name what the media node receives, where that is the reason', () => {
    const text = (score: number | null) => qualityText(i18n, { quality: 'poor', link: fine, score });
    expect(text(4)).toBe('Poor connection · 20 ms · 0% lost · server receives 4 of 10');
    expect(text(10)).toBe('Poor connection · 20 ms · 0% lost');
    expect(text(null)).toBe('Poor connection · 20 ms · 0% lost');
  });

  test('end with what is sent and received, where that is known', () => {
    const bitRates = { up: 320, down: 900 };
    expect(qualityText(i18n, { quality: 'good', link: fine, bitRates })).toBe(
      'Good connection · 20 ms · 0% lost · up 320 kbps · down 900 kbps',
    );
  });

  test('are alone where nothing was measured', () => {
    expect(qualityText(i18n, { quality: null, link: null })).toBe('Not measured yet');
  });
});
