import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { goneWords } from '#client/features/manage/task/task-words.ts';
import { API_PREFIX, idOfIri } from '#protocol/rest/field.ts';
import { type Reader, time } from './value-texts.ts';

/** An object that was deleted, by the path of its resource. */
export const goneTexts: Readonly<Record<string, MessageDescriptor>> = goneWords;
export const GONE = msg`Deleted object`;
/** An object that the reader may not read. */
export const UNREADABLE = msg`of another customer`;
const NAMELESS = '–';
const CUT_OFF = '…';

/** The name of what a filter refers to; undefined if it refers to nothing. */
export function referenceText(value: string, reader: Reader): string | undefined {
  const { i18n, references = [] } = reader;
  const reference = references.find(({ id }) => id === idOfIri(value));
  if (reference === undefined) return value.startsWith(`${API_PREFIX}/`) ? CUT_OFF : undefined;
  const { resource, name, isDeleted } = reference;
  if (isDeleted) return i18n._((resource !== null && goneTexts[resource]) || GONE);
  if (name === null) return i18n._(UNREADABLE);
  // Calls and tasks have no name: the server sends their time instead.
  return resource === 'calls' || resource === 'tasks' ? time(name, reader) : name || NAMELESS;
}
