import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callRecordingQuery } from '#client/api/queries/call-recording.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import type { RecordedCall } from '#client/api/queries/recording-of-call.ts';
import { isSettled } from '#client/api/queries/recordings.ts';
import { browserRecordings, recordedSince } from './saved-recordings.ts';
import { useObservable } from './use-observable.ts';

export interface CallRecordingsProps {
  /** When the call began, by `Date.now()`. */
  readonly since: number;
  /** Null: the server has recorded nothing that this person may see. */
  readonly onServer: RecordedCall | null;
}

/** What was recorded of a call that is over. */
export const CallRecordings = ({ since, onServer }: CallRecordingsProps) => (
  <>
    <SavedRecordings since={since} />
    {onServer && <ServerRecording call={onServer} />}
  </>
);

/** What this browser has recorded of the call, and under which name. */
const SavedRecordings = ({ since }: { readonly since: number }) =>
  recordedSince(useObservable(browserRecordings), since).map(({ name, at }) => (
    <Line key={at} icon={<Download size={18} aria-hidden />}>
      {name === null ? <Trans>Saving the recording…</Trans> : <Trans>Recording saved as {name}</Trans>}
    </Line>
  ));

/** The way to what the server has recorded of the call, also while it is being finished; nothing for those who may not see it. */
const ServerRecording = ({ call }: { readonly call: RecordedCall }) => {
  const { data: user } = useQuery(currentUserQuery());
  const { data: recording } = useQuery({
    ...callRecordingQuery(user?.id ?? '', call),
    enabled: user !== undefined,
  });
  if (!recording) return null;
  return (
    <Line icon={<Clapperboard size={18} aria-hidden />}>
      {isSettled(recording) ? (
        <Trans>The call was recorded.</Trans>
      ) : (
        <Trans>The recording is being processed.</Trans>
      )}{' '}
      <chakra.span color="stage.ink" textDecoration="underline" asChild>
        <Link to={`/user/recordings/${recording.id}`} data-testid="to-recording">
          <Trans>Open the recording</Trans>
        </Link>
      </chakra.span>
    </Line>
  );
};

const Line = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <chakra.p
    data-testid="call-recording"
    display="inline-flex"
    alignItems="center"
    gap="2"
    maxW="30rem"
    color="stage.muted"
    css={{ '& > svg': { flexShrink: 0 } }}
  >
    {icon}
    <chakra.span minW="0" overflowWrap="anywhere">
      {children}
    </chakra.span>
  </chakra.p>
);
