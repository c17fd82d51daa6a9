/** W3C Shape Detection; TypeScript's DOM types do not know it. */
interface BarcodeDetectorConstructor {
  new (options: {
    readonly formats: readonly string[];
  }): {
    detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
  };
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    readonly BarcodeDetector?: BarcodeDetectorConstructor;
  }
}

/** A code that is held before the camera is found within this. */
const LOOK_EVERY_MS = 250;

/** Chromium has the class on systems that cannot read codes, too. */
export async function canScan(): Promise<boolean> {
  if (!window.BarcodeDetector || !navigator.mediaDevices) return false;
  const formats = await window.BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  return formats.includes('qr_code');
}

/** Looks for QR codes in a playing video. Returns what ends it. */
export function watchForCodes(video: HTMLVideoElement, onCode: (text: string) => void): () => void {
  if (!window.BarcodeDetector) return () => {};
  const detector = new window.BarcodeDetector({ formats: ['qr_code'] });
  let ended = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    // A video without a picture yet is refused.
    const codes = await detector.detect(video).catch(() => []);
    if (ended) return;
    for (const { rawValue } of codes) onCode(rawValue);
    timer = setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
