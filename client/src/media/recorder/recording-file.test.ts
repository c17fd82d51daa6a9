import { Settings } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extensionOf, recordingName, recordingType } from './recording-file.ts';

describe('the file of a recording', () => {
  const { defaultZone } = Settings;
  beforeAll(() => {
    Settings.defaultZone = 'Asia/Tokyo';
  });
  afterAll(() => {
    Settings.defaultZone = defaultZone;
  });

  it('is named by the time at which it began', () => {
    const began = new Date('2026-11-20T15:04:05.678Z');
    expect(recordingName(began, 'video/webm;codecs=vp8,opus')).toBe('202611210004056780.webm');
  });

  it.each([
    ['video/mp4;codecs=avc1', '.mp4'],
    ['video/mpeg', '.mpeg'],
    ['video/webm', '.webm'],
    ['audio/webm', '.webm'],
    ['video/quicktime', '.webm'],
  ])('of %s ends with %s', (mimeType, extension) => {
    expect(extensionOf(mimeType)).toBe(extension);
  });

  it('is of a type that the browser can make', () => {
    expect(recordingType((mimeType) => mimeType.startsWith('video/mp4'))).toMatch(/^video\/mp4;/);
    expect(recordingType(() => false)).toBeNull();
  });
});
