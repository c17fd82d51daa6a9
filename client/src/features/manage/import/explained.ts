import type { MessageDescriptor } from '@lingui/core';
import { readSerialEntry } from '#client/features/manage/devices/serial-lines.ts';
import { serialProblemText } from '#client/features/manage/devices/serial-problem-text.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import { importKinds } from './import-kinds.ts';

export interface RefusedValue {
  /** The field, by its name at the API. */
  readonly propertyPath: string;
  readonly code: ViolationCode;
}

const hints: ReadonlyMap<string, MessageDescriptor> = new Map(
  Object.values(importKinds).flatMap(({ fields }) =>
    fields.flatMap(({ name, hint }) => (hint ? [[name, hint] as const] : [])),
  ),
);

/**
 * What a refused value of an import should be, or what is wrong with it, where more is known than the server says.
 *
 * @param key of the row, as the file has it: a mail address or a serial number
 */
export function explained(
  { propertyPath, code }: RefusedValue,
  key: string | null,
): MessageDescriptor | null {
  if (code === 'invalid') return hints.get(propertyPath) ?? null;
  if (code !== 'serial-invalid' || key === null) return null;
  const entry = readSerialEntry(key);
  return entry.kind === 'wrong' ? serialProblemText[entry.problem] : null;
}
