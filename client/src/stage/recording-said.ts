import type { ReactNode } from 'react';
import { addSnack, dismissSnack } from '#client/ui/snacks.ts';

let said: number | null = null;

/** Says that the call is being recorded, for as long as that is true. */
export function sayRecorded(content: ReactNode): void {
  said = addSnack('success', content);
}

/** The call is over: nothing says any more that it is being recorded. */
export function unsayRecorded(): void {
  if (said !== null) dismissSnack(said);
  said = null;
}
