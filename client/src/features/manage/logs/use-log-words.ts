import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Item } from '#client/api/api-types.ts';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { dateTimeText } from '#client/ui/date-text.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { actionTexts, actorTexts, resourceTexts, showObjectName } from './log-texts.ts';
import { objectWords } from './object-words.ts';

type Entry = Item<'logs'>;

export interface LogWords {
  /** By their names at the API. */
  readonly actions: Readonly<Record<string, string>>;
  readonly action: (entry: Entry) => string;
  readonly resource: (entry: Entry) => string;
  /** What kind of object it was, and what it was called then. */
  readonly object: (entry: Entry) => string;
  /** The name of who did it, or what kind of one it was. */
  readonly actor: (entry: Entry) => string;
  /** Tells it from the others: 'User: Changed, 2026/11/25 15:10:00:0000'. */
  readonly entry: (entry: Entry) => string;
}

/** What an entry of the log says, in the reader's language; the same object as long as the language is. */
export function useLogWords(): LogWords {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  return useMemo(() => {
    const actions = wordsOf(i18n, actionTexts);
    const resources = wordsOf(i18n, resourceTexts);
    const actors = wordsOf(i18n, actorTexts);
    const action = (entry: Entry) => actions[entry.action] ?? entry.action;
    const resource = (entry: Entry) => resources[entry.resource] ?? entry.resource;
    return {
      actions,
      action,
      resource,
      object: (entry) => {
        const { objectName } = entry;
        const name = objectName && (showObjectName[entry.resource]?.(objectName, { i18n }) ?? objectName);
        return objectWords(entry.resource, resource(entry), name);
      },
      actor: ({ actorName, actorKind }) => actorName ?? actors[actorKind] ?? actorKind,
      entry: (entry) => `${resource(entry)}: ${action(entry)}, ${dateTimeText(entry.datetime, zone)}`,
    };
  }, [i18n, zone]);
}
