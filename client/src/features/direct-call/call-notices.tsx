import { Trans } from '@lingui/react/macro';
import { Plug, Unplug } from 'lucide-react';
import { activeCall } from '#client/call/direct/machine.ts';
import type { DirectCallSnapshot } from '#client/call/direct/snapshot.ts';
import type { SignalState } from '#client/signal/signal-client.ts';
import { CameraNotice, MicrophoneCountdown } from '#client/stage/device-notices.tsx';
import { Passing } from '#client/stage/passing.tsx';
import { SoundUnlock } from '#client/stage/sound-unlock.tsx';
import { StageNotice, StageNotices } from '#client/stage/stage.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

export interface CallNoticesProps {
  readonly snapshot: DirectCallSnapshot;
  readonly connection: SignalState;
}

/** What is not as it should be, and mends itself or can be mended. */
export const CallNotices = ({ snapshot, connection }: CallNoticesProps) => {
  const { state, local, microphoneDeadline } = snapshot;
  const call = activeCall(state);
  const restoring = state.name === 'connected' && state.link === 'restoring';
  const name = call?.peer.name;
  const device = snapshot.replacedDevice?.label;
  const microphone = local?.microphone;
  const camera = local?.camera;
  return (
    <StageNotices>
      {(restoring || connection.phase === 'lost') && state.name !== 'ended' && (
        <StageNotice testId="reconnecting" tone="warning" icon={<Spinner size="1.125rem" />}>
          <Trans>Reconnecting…</Trans>
        </StageNotice>
      )}
      {call?.peerAway && !restoring && (
        <StageNotice testId="peer-away" icon={<Unplug size={18} aria-hidden />}>
          <Trans>{name} is reconnecting…</Trans>
        </StageNotice>
      )}
      {microphoneDeadline !== null && microphone?.status === 'failed' && (
        <MicrophoneCountdown deadline={microphoneDeadline} reason={microphone.reason} />
      )}
      {call && camera?.status === 'failed' && <CameraNotice reason={camera.reason} />}
      {call && device !== undefined && (
        <Passing key={device}>
          <StageNotice icon={<Plug size={18} aria-hidden />}>
            <Trans>Now using {device}</Trans>
          </StageNotice>
        </Passing>
      )}
      {call &&
        snapshot.codecFallbacks.map(({ kind, wanted }) => (
          <Passing key={kind}>
            <StageNotice>
              <Trans>This browser has no {wanted}. It uses its own choice instead.</Trans>
            </StageNotice>
          </Passing>
        ))}
      {call && <SoundUnlock />}
    </StageNotices>
  );
};
