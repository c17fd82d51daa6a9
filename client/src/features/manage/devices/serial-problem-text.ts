import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SerialProblem } from './serial-lines.ts';

export const serialProblemText: Readonly<Record<SerialProblem, MessageDescriptor>> = {
  prefix: msg`The prefix has 1 to 8 letters and digits.`,
  number: msg`The number isn’t right: 8 hexadecimal digits, at most 99999.`,
  checksum: msg`The checksum doesn’t fit. Check for typing errors: capital and small letters differ.`,
  long: msg`Longer than 24 characters.`,
  rounded: msg`A spreadsheet has rounded this number. Format the cell as text and copy it again.`,
  twice: msg`Entered twice.`,
};
