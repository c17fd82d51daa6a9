import { Trans } from '@lingui/react/macro';
import { TriangleAlert, Unplug, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { activeCall } from '#client/call/direct/call-state.ts';
import type { DirectCallSnapshot } from '#client/call/direct/snapshot.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import type { SignalState } from '#client/signal/signal.ts';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import { Passing } from '#client/stage/passing.tsx';
import { RecordedNotice } from '#client/stage/recording-notices.tsx';
import { SoundUnlock } from '#client/stage/sound-unlock.tsx';
import { StageNotice, StageNotices } from '#client/stage/stage.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { MoveReason } from '#protocol/signal/direct-call.ts';

const BlockageNotice = lazyPart(
  async () => (await import('#client/stage/blockage-notice.tsx')).BlockageNotice,
);

const CameraNotice = lazyPart(async () => (await import('#client/stage/device-notices.tsx')).CameraNotice);
const MicrophoneCountdown = lazyPart(
  async () => (await import('#client/stage/device-notices.tsx')).MicrophoneCountdown,
);
const RemovedNotice = lazyPart(async () => (await import('#client/stage/device-notices.tsx')).RemovedNotice);

export interface CallNoticesProps {
  readonly snapshot: DirectCallSnapshot;
  readonly connection: SignalState;
  /** What one does oneself: sharing, recording. */
  readonly children?: ReactNode;
}

/** Problems that pass or can be solved. */
export const CallNotices = ({ snapshot, connection, children }: CallNoticesProps) => {
  const { state, local, microphoneDeadline } = snapshot;
  const call = activeCall(state);
  const restoring = state.name === 'connected' && state.link === 'restoring';
  const serverLost = connection.phase === 'lost';
  // Media may continue without the server.
  const goesOn = state.name === 'connected' && !restoring;
  const peerAway = call?.peerAway && !serverLost;
  const blockage = call && !serverLost && !peerAway && snapshot.blockage;
  const named = useNamed();
  const name = call && named(call.peer);
  const microphone = local?.microphone;
  const camera = local?.camera;
  return (
    <StageNotices>
      {serverLost && goesOn && (
        <StageNotice testId="server-lost" tone="warning" icon={<Spinner size="1.125rem" />}>
          <Trans>Reconnecting… Your call continues.</Trans>
        </StageNotice>
      )}
      {blockage && <BlockageNotice blockage={blockage} direct />}
      {!peerAway && !blockage && (restoring || (serverLost && !goesOn)) && (
        <StageNotice testId="reconnecting" tone="warning" icon={<Spinner size="1.125rem" />}>
          <Trans>Reconnecting…</Trans>
        </StageNotice>
      )}
      {peerAway && (
        <StageNotice
          testId="peer-away"
          tone={restoring ? 'warning' : 'neutral'}
          icon={<Unplug size={18} aria-hidden />}
        >
          {restoring ? (
            <Trans>{name} lost connection. Waiting for them…</Trans>
          ) : (
            <Trans>{name} is reconnecting…</Trans>
          )}
        </StageNotice>
      )}
      {microphoneDeadline !== null && microphone?.status === 'failed' && (
        <MicrophoneCountdown deadline={microphoneDeadline} reason={microphone.reason} />
      )}
      {call && snapshot.offered?.shareCamera === false && (
        <Passing key="no-camera">
          <StageNotice testId="no-camera" icon={<VideoOff size={18} aria-hidden />}>
            <Trans>You can’t show your camera in this call.</Trans>
          </StageNotice>
        </Passing>
      )}
      {call && camera?.status === 'failed' && <CameraNotice reason={camera.reason} />}
      {call && local?.removed && (
        <RemovedNotice key={`removed ${local.removed.count}`} removed={local.removed} />
      )}
      {call &&
        snapshot.codecFallbacks.map(({ kind, wanted, lackedBy }) => (
          <Passing key={`${kind} ${wanted} ${lackedBy}`}>
            <StageNotice testId="codec-missing">
              {lackedBy === 'here' ? (
                <Trans>This browser has no {wanted}. It uses its own choice instead.</Trans>
              ) : (
                <Trans>
                  {name}’s browser has no {wanted}. Another format is used instead.
                </Trans>
              )}
            </StageNotice>
          </Passing>
        ))}
      {state.name === 'connected' && state.move?.phase === 'failed' && (
        <Passing key="move">
          <StageNotice testId="move-failed" tone="warning" icon={<TriangleAlert size={18} aria-hidden />}>
            <MoveFailedText reason={state.move.reason} />
          </StageNotice>
        </Passing>
      )}
      {call && snapshot.recordedByPeer && <RecordedNotice by={call.peer} />}
      {children}
      {call && <SoundUnlock />}
    </StageNotices>
  );
};

const MoveFailedText = ({ reason }: { readonly reason: MoveReason | null }) => {
  switch (reason) {
    case 'invitation':
      return <Trans>Couldn’t add people. Your call continues.</Trans>;
    case 'recording':
      return <Trans>Couldn’t record this call on the server. Your call continues.</Trans>;
    case 'no-path':
    case null:
      return <Trans>The media server can’t be reached. Your call continues.</Trans>;
  }
};
