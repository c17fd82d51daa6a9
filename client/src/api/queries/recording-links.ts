import { queryOptions } from '@tanstack/react-query';
import type { OperationReply } from '#client/api/api-types.ts';
import { callApi } from '#client/api/call-api.ts';
import { untilAnswered } from '#client/api/query-client.ts';

export type RecordingLink = OperationReply<'recordings.links'>['links'][number];
export type SharedRecording = OperationReply<'recordings.openShared'>;

/** Query key of share links, refetched after each change. */
export const RECORDING_LINKS = 'recording links';

/** The share links of a recording, the newest first. */
export const recordingLinksQuery = (id: string) =>
  queryOptions({
    queryKey: [RECORDING_LINKS, id],
    queryFn: async ({ signal }) => (await callApi('recordings.links', { parameters: { id }, signal })).links,
  });

export interface NewLink {
  /** From when on it opens nothing. */
  readonly end: string;
  /** Null: the link needs no password. */
  readonly password: string | null;
}

export const shareRecording = (id: string, body: NewLink): Promise<RecordingLink> =>
  callApi('recordings.share', { parameters: { id }, body });

export const deleteRecordingLink = (id: string, linkId: string): Promise<unknown> =>
  callApi('recordings.unshare', { parameters: { id, linkId } });

/** How often a page asks whether its link still works. Addresses are good for much longer. */
const STILL_SHARED_MS = 60_000;

/** What a share link leads to, with addresses that are kept valid while it is watched. @param password null: none was given */
export const sharedRecordingQuery = (token: string, password: string | null) =>
  queryOptions({
    queryKey: ['shared recording', token, password],
    queryFn: ({ signal }): Promise<SharedRecording> =>
      callApi('recordings.openShared', { body: { token, ...(password !== null && { password }) }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Whether it still works: what the browser has loaded plays on without asking.
    refetchInterval: ({ state }) => (state.data ? STILL_SHARED_MS : false),
    refetchOnReconnect: 'always',
    ...untilAnswered,
  });
