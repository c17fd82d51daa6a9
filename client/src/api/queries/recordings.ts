import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Item, OperationReply } from '#client/api/api-types.ts';
import { callApi, listItems, readItem } from '#client/api/call-api.ts';
import { iri } from '#protocol/rest/field.ts';
import type { ListPage } from './groups.ts';
import { type ListPart, partKey } from './list-part.ts';

export type Recording = Item<'recordings'>;
export type RecordingFile = Recording['files'][number];
export type RecordingFilm = Recording['films'][number];
export type RecordingAccess = OperationReply<'recordings.access'>;
/** What a player needs of one. */
export type WatchedRecording = OperationReply<'recordings.openShared'>['recording'];

export interface RecordingsPart extends ListPart {
  /** Null: also those of others, as a manager sees them. */
  readonly ownerId: string | null;
}

export const isSettled = ({ state }: Recording): boolean =>
  state === 'ready' || state === 'interrupted' || state === 'failed';

/** A page of the recordings, newest first. */
export const recordingsQuery = (part: RecordingsPart) =>
  queryOptions({
    queryKey: ['recordings', part.ownerId, partKey(part)],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<Recording>> => {
      const { ownerId, page, pageSize, search, sort } = part;
      const list = await listItems(
        'recordings',
        {
          ...(ownerId !== null && { owner: iri('users', ownerId) }),
          page,
          pageSize,
          ...(search && { search }),
          ...(sort && { order: { [sort.field]: sort.direction } }),
        },
        { signal },
      );
      return { items: list['hydra:member'], total: list['hydra:totalItems'] };
    },
  });

/** While one is being made it changes by itself. */
const UNSETTLED_MS = 3_000;

/** How far a film is. */
const UNFINISHED_FILM_MS = 2_000;

const isUnfinished = ({ state }: RecordingFilm): boolean => state === 'waiting' || state === 'composing';

/** One recording, asked for again until it is finished, and so are its films. */
export const recordingQuery = (id: string) =>
  queryOptions({
    queryKey: ['recordings', 'item', id],
    queryFn: ({ signal }): Promise<Recording> => readItem('recordings', id, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (!isSettled(data)) return UNSETTLED_MS;
      return data.films.some(isUnfinished) ? UNFINISHED_FILM_MS : false;
    },
  });

/** Addresses are renewed ten minutes before they expire. */
export const ACCESS_AGAIN_MS = 50 * 60_000;

/** Addresses of the files of a recording, kept valid while they are used. */
export const recordingAccessQuery = (id: string) =>
  queryOptions({
    queryKey: ['recordings', 'access', id],
    queryFn: () => openRecording(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ACCESS_AGAIN_MS,
    refetchOnReconnect: 'always',
  });

/** Addresses that a media element can load; good for an hour. */
export const openRecording = (id: string): Promise<RecordingAccess> =>
  callApi('recordings.access', { parameters: { id } });

/** How much room the recordings of a customer take, and may take. */
export const recordingUseQuery = (customerId: string) =>
  queryOptions({
    // With the customer, which says how much they may take.
    queryKey: ['customers', customerId, 'recording use'],
    queryFn: ({ signal }) => callApi('customers.recordingUse', { parameters: { id: customerId }, signal }),
  });
