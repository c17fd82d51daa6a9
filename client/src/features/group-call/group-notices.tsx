import { Trans, useLingui } from '@lingui/react/macro';
import { Plug, VideoOff } from 'lucide-react';
import { errorText } from '#client/i18n/error-text.ts';
import { CameraNotice, MicrophoneNotice } from '#client/stage/device-notices.tsx';
import { Passing } from '#client/stage/passing.tsx';
import { SoundUnlock } from '#client/stage/sound-unlock.tsx';
import { StageNotice, StageNotices } from '#client/stage/stage.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { GroupCallView } from './group-call-atom.ts';

/** What is not as it should be, and mends itself or can be mended. */
export const GroupNotices = ({ view }: { readonly view: GroupCallView }) => {
  const { i18n } = useLingui();
  const { snapshot, connection } = view;
  const { state, local, refused } = snapshot;
  if (state.name !== 'joined' && state.name !== 'rebuilding') return null;
  const device = snapshot.replacedDevice?.label;
  const mending = state.name === 'rebuilding' || snapshot.interrupted || connection.phase === 'lost';
  return (
    <StageNotices>
      {mending && (
        <StageNotice testId="reconnecting" tone="warning" icon={<Spinner size="1.125rem" />}>
          <Trans>Reconnecting…</Trans>
        </StageNotice>
      )}
      {local?.microphone.status === 'failed' && <MicrophoneNotice reason={local.microphone.reason} />}
      {local?.camera.status === 'failed' && <CameraNotice reason={local.camera.reason} />}
      {refused && (
        <StageNotice tone="warning" icon={<VideoOff size={18} aria-hidden />}>
          {i18n._(errorText[refused.code])}
        </StageNotice>
      )}
      {device !== undefined && (
        <Passing key={device}>
          <StageNotice icon={<Plug size={18} aria-hidden />}>
            <Trans>Now using {device}</Trans>
          </StageNotice>
        </Passing>
      )}
      <SoundUnlock />
    </StageNotices>
  );
};
