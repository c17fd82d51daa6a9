import { DELETED_PEER_NAMES } from '#protocol/deleted-peer.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import type { ExportedResource } from '#protocol/rest/resources/export.ts';
import { missedEndReasons } from '#protocol/summary-kinds.ts';
import { changesText, objectText } from './change-text.ts';
import { formatTime } from './format-time.ts';

export type Words = Readonly<Record<string, string>>;

export interface CellOptions {
  /** IANA name. */
  readonly timeZone: string;
  readonly lang: 'ja' | 'en';
  /** The user or device whose list it is, by address or id; undefined: of no single one. */
  readonly party?: string | undefined;
}

/** What stands in the column for an item, in the words of the column. */
type Derive = (item: Readonly<Record<string, unknown>>, words: Words, options: CellOptions) => unknown;

const inWords = (words: Words, value: string): string =>
  Object.hasOwn(words, value) ? (words[value] ?? value) : value;

const directionOf = (outgoing: unknown): string => (outgoing === true ? 'outgoing' : 'incoming');

/**
 * Columns of exports that are no field of the resource: what a list shows in one column, made from several fields. "Now" is the time of the
 * download, because the file is written while it is sent.
 */
const derivedColumns: Partial<Record<ExportedResource, Readonly<Record<string, Derive>>>> = {
  connections: {
    callKind: ({ kind, outgoing }, words) =>
      inWords(words, kind === 'direct' ? directionOf(outgoing) : String(kind)),
    ending: ({ kind, outgoing, endReason }, words) => {
      const missed =
        kind === 'direct' && outgoing === false && missedEndReasons.some((reason) => reason === endReason);
      return inWords(words, missed ? 'missed' : String(endReason));
    },
    participant: ({ ownerKind, ownerName }, words) =>
      ownerName ?? inWords(words, DELETED_PEER_NAMES[ownerKind === 'device' ? 'device' : 'user']),
  },
  customers: {
    managerCount: ({ managers }) => (Array.isArray(managers) ? managers.length : null),
  },
  devices: {
    seen: ({ online, lastSeen }, words, { timeZone }) => {
      if (online === true) return inWords(words, 'online');
      return typeof lastSeen === 'string' ? formatTime(timeZone)(lastSeen) : inWords(words, '');
    },
  },
  groups: {
    state: ({ online, available, end }, words) => {
      if (online === true) return inWords(words, 'live');
      if (available === true) return inWords(words, 'open');
      return inWords(words, typeof end === 'string' && Date.parse(end) <= Date.now() ? 'ended' : 'not-open');
    },
  },
  logs: {
    object: ({ resource, objectName }, words) => objectText(String(resource), objectName, words),
    by: ({ actorName, actorKind }, words) => actorName ?? inWords(words, String(actorKind)),
    changes: changesText,
  },
  notifications: {
    state: ({ datetime }, words) =>
      inWords(words, Date.parse(String(datetime)) > Date.now() ? 'scheduled' : 'published'),
    audience: ({ customer, customerName }, words) =>
      customer === null ? inWords(words, 'everyone') : customerName,
  },
  pairs: {
    with: otherSide,
  },
  task_rows: {
    changes: changesText,
    code: ({ error, fields }) =>
      (Array.isArray(fields) && [...new Set(fields.map(({ code }) => String(code)))].join(', ')) || error,
  },
  tasks: {
    title: ({ resource, name }, words) =>
      [String(name).split(' ')[1] ?? '', String(resource)].map((each) => inWords(words, each)).join(' · '),
  },
  webhooks: {
    state: ({ enabled, failingSince }, words) =>
      inWords(words, enabled === true ? (failingSince === null ? 'enabled' : 'failing') : 'disabled'),
    label: ({ name, url }) => name || url,
  },
};

/** From the other side of a pair: its name, with its mail address or serial number in brackets. */
function otherSide(item: Readonly<Record<string, unknown>>, _words: Words, { party }: CellOptions): string {
  const texts = (...names: readonly string[]) =>
    names.flatMap((name) => {
      const value = item[name];
      return typeof value === 'string' && value !== '' ? [value] : [];
    });
  const isTarget =
    party !== undefined && typeof item.peer === 'string' && idOfIri(item.peer) === idOfIri(party);
  const names = isTarget ? texts('ownerName') : texts('name', 'nickname');
  const details = isTarget ? texts('ownerSerialPrinted', 'ownerMail') : texts('serialPrinted', 'mail');
  const [name = '', detail = ''] = [names[0] ?? details[0], details[0]];
  return detail === '' || detail === name ? name : `${name} (${detail})`;
}

/** Undefined: the resource has no such column. */
export function derivedColumn(resource: ExportedResource, field: string): Derive | undefined {
  const columns = derivedColumns[resource];
  return columns && Object.hasOwn(columns, field) ? columns[field] : undefined;
}
