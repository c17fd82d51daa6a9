import { DateTime } from 'luxon';

/** Of a recording (specification M5): `YYYYMMDDhhmmssSSSS`, in the zone of the person who records. */
export function recordingName(now: Date, mimeType: string): string {
  // Luxon knows milliseconds; the fourth digit is always zero, as wherever dates are shown.
  return `${DateTime.fromJSDate(now).toFormat('yyyyMMddHHmmssSSS')}0${extensionOf(mimeType)}`;
}

/** @param mimeType with or without parameters */
export function extensionOf(mimeType: string): '.mp4' | '.mpeg' | '.webm' {
  switch (mimeType.split(';')[0]?.trim().toLowerCase()) {
    case 'video/mp4':
      return '.mp4';
    case 'video/mpeg':
      return '.mpeg';
    default:
      return '.webm';
  }
}

/** The cheapest to encode first: the call itself needs the processor too. The last ones are for Safari. */
const CANDIDATES = [
  'video/webm;codecs=vp8,opus',
  'video/webm;codecs=vp9,opus',
  'video/webm',
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/mp4',
] as const;

/** Null: this browser cannot record. */
export const recordingType = (
  isSupported: ((mimeType: string) => boolean) | null = typeof MediaRecorder === 'undefined'
    ? null
    : (mimeType) => MediaRecorder.isTypeSupported(mimeType),
): string | null => CANDIDATES.find((candidate) => isSupported?.(candidate)) ?? null;
