import { createKioskPin } from './kiosk-pin.ts';

/** This browser's. */
export const kioskPin = createKioskPin(localStorage);
