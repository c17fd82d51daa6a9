/** What this browser can do in a call. Apart from what does it, which is loaded only when it is used. */

/** Phones and tablets cannot share their screen from a page. */
export const canShareScreen = (): boolean =>
  typeof navigator !== 'undefined' &&
  navigator.mediaDevices !== undefined &&
  'getDisplayMedia' in navigator.mediaDevices;

/** Safari has no `captureStream` of a player; Firefox has it under its old name. */
export const canPlayFiles = (): boolean =>
  typeof HTMLMediaElement !== 'undefined' &&
  ('captureStream' in HTMLMediaElement.prototype || 'mozCaptureStream' in HTMLMediaElement.prototype);

export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' &&
  typeof HTMLCanvasElement !== 'undefined' &&
  'captureStream' in HTMLCanvasElement.prototype;
