import { queryOptions } from '@tanstack/react-query';
import { listItems } from '#client/api/call-api.ts';
import { iri } from '#protocol/rest/field.ts';
import { type RecordedCall, recordingOf } from './recording-of-call.ts';
import { isSettled, type Recording } from './recordings.ts';

/** Newest recordings looked through; a call is rarely recorded more often. */
const LOOKED_AT = 5;
/** While it is being finished. */
const LOOK_AGAIN_MS = 3_000;

/** The recording of a call on the server, for its owner; null where there is none for this person. */
export const callRecordingQuery = (userId: string, call: RecordedCall) =>
  queryOptions({
    queryKey: ['recordings', 'of-call', userId, call.groupId, call.since],
    queryFn: async ({ signal }): Promise<Recording | null> => {
      const list = await listItems(
        'recordings',
        // A manager sees others' too.
        { owner: iri('users', userId), pageSize: LOOKED_AT, order: { start: 'desc' } },
        { signal },
      );
      return recordingOf(list['hydra:member'], call);
    },
    refetchInterval: ({ state }) => (state.data && !isSettled(state.data) ? LOOK_AGAIN_MS : false),
  });
