import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, listFreely } from '#client/api/call-api.ts';
import { CHOICES_STALE_MS } from '#client/api/queries/choices-stale.ts';
import { type Iri, iri } from '#protocol/rest/field.ts';
import { foundOwners } from './owners.ts';

export type { UnknownRecording } from '#protocol/rest/resources/unknown-recording.ts';

export const UNKNOWN_RECORDINGS = 'unknown recordings';
const GROUPS_SHOWN = 8;

/** While a media node is away it is looked for so often. */
const INCOMPLETE_AGAIN_MS = 10_000;

/** Recordings that media nodes have and the database does not know. */
export const unknownRecordingsQuery = queryOptions({
  queryKey: [UNKNOWN_RECORDINGS],
  queryFn: ({ signal }) => callApi('unknownRecordings.list', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.incomplete ? INCOMPLETE_AGAIN_MS : false),
});

/** Who can be given a recording. */
export interface Receiver {
  /** The address. */
  readonly value: Iri<'groups' | 'users' | 'devices'>;
  readonly label: string;
  readonly details: string;
}

/** Groups, users and devices of all customers by a part of their names. */
export const foundReceiversQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'receivers', search],
    staleTime: CHOICES_STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly Receiver[]> => {
      const [groups, owners] = await Promise.all([
        listFreely('groups', { pageSize: GROUPS_SHOWN, ...(search && { search }) }, { signal }),
        foundOwners(null, search, signal),
      ]);
      return [
        ...groups['hydra:member'].map(
          ({ id, name, ownerName }): Receiver => ({
            value: iri('groups', id),
            label: name,
            details: ownerName,
          }),
        ),
        ...owners.map(
          ({ kind, id, label, details }): Receiver => ({
            value: iri(kind === 'device' ? 'devices' : 'users', id),
            label,
            details,
          }),
        ),
      ];
    },
  });

export const assignRecording = (id: string, to: Receiver['value']): Promise<unknown> =>
  callApi('unknownRecordings.assign', { parameters: { id }, body: { to } });

export const deleteUnknownRecording = (id: string): Promise<unknown> =>
  callApi('unknownRecordings.delete', { parameters: { id } });
