import * as v from 'valibot';
import type { ViolationCode } from '#protocol/errors.ts';
import { isPrintedSerial, readSerial } from '#protocol/serial.ts';
import { foldWidth } from '#protocol/text.ts';

const says = (code: ViolationCode): ViolationCode => code;

/** The long form has a prefix, a number and a checksum that fits them. */
const LONGEST_PRINTED = 16;

/** A device's serial number: as it is printed, or the long form with its checksum. */
export const serialRule = v.pipe(
  v.string(),
  v.transform(foldWidth),
  v.trim(),
  v.nonEmpty(says('serial-required')),
  v.check(
    (text) => (text.length > LONGEST_PRINTED ? readSerial(text) !== undefined : isPrintedSerial(text)),
    says('serial-invalid'),
  ),
);
