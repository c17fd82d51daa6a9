import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#client/api/call-api.ts';
import { ACCESS_AGAIN_MS, openRecording, type Recording, type RecordingFilm } from './recordings.ts';

/** Addresses of the films that are ready, under which they can be downloaded. @param filmIds theirs */
export const filmAddressesQuery = (id: string, filmIds: readonly string[]) =>
  queryOptions({
    queryKey: ['recording films', id, ...filmIds],
    queryFn: async () => (await openRecording(id)).films,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ACCESS_AGAIN_MS,
  });

/** Has the whole call put into one file. Returns the recording, which says how far that is. */
export const makeFilm = (id: string, format: RecordingFilm['format']): Promise<Recording> =>
  callApi('recordings.makeFilm', { parameters: { id }, body: { format } });

export const deleteFilm = (id: string, filmId: string): Promise<unknown> =>
  callApi('recordings.deleteFilm', { parameters: { id, filmId } });
