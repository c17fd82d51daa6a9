import { describe, expect, it } from 'vitest';
import { isSameLink, type LinkFigures, qualityOf } from './call-quality.ts';

const perfect: LinkFigures = {
  loss: 0,
  roundTripMs: 1,
  concealed: 0,
  frozen: 0,
  bufferMs: 60,
};

describe('the quality of a connection', () => {
  it.each<[Partial<LinkFigures>, string]>([
    [{}, 'good'],
    [{ loss: null, roundTripMs: null }, 'good'],
    [{ loss: 0.05 }, 'fair'],
    [{ loss: 0.1 }, 'poor'],
    [{ roundTripMs: 300 }, 'fair'],
    [{ roundTripMs: 600 }, 'poor'],
    [{ concealed: 0.02 }, 'good'],
    [{ concealed: 0.03 }, 'fair'],
    [{ concealed: 0.1 }, 'poor'],
    [{ frozen: 0.05 }, 'good'],
    [{ frozen: 0.1 }, 'fair'],
    [{ frozen: 1 }, 'poor'],
    [{ bufferMs: 250 }, 'fair'],
    [{ bufferMs: 480 }, 'poor'],
    [{ fps: 12 }, 'good'],
    [{ fps: 8 }, 'fair'],
    [{ fps: 1 }, 'poor'],
    [{ fps: 0 }, 'poor'],
  ])('is, with %j, %s', (change, quality) => {
    expect(qualityOf({ ...perfect, ...change })).toBe(quality);
  });
});

it('finds two reports the same only where all of their figures are', () => {
  expect(isSameLink(null, null)).toBe(true);
  expect(isSameLink(null, perfect)).toBe(false);
  expect(isSameLink(perfect, { ...perfect })).toBe(true);
  for (const change of [{ frozen: 0.5 }, { concealed: 0.1 }, { sentFps: 15 }, { quality: 'fair' as const }])
    expect(isSameLink(perfect, { ...perfect, ...change })).toBe(false);
});
