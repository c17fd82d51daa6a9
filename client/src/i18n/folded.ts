import { searchKey } from '#protocol/text.ts';

/** From the first to the last katakana that has a hiragana, and how far away that is. */
const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = 0x60;

/** One spelling for upper and lower case, full and half width, hiragana and katakana. */
export const folded = (text: string): string =>
  searchKey(text).replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - TO_HIRAGANA));
