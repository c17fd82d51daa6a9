import { Trans, useLingui } from '@lingui/react/macro';
import { MicOff, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '#client/i18n/error-text.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { lazyPart } from '#client/stage/lazy-part.tsx';
import { Passing } from '#client/stage/passing.tsx';
import { RecordedByServer, RecordedNotice } from '#client/stage/recording-notices.tsx';
import { SoundUnlock } from '#client/stage/sound-unlock.tsx';
import { StageNotice, StageNotices } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { MediaSource } from '#protocol/media.ts';
import type { GroupCallView } from './group-call-atom.ts';
import type { Person } from './people.ts';

const BlockageNotice = lazyPart(
  async () => (await import('#client/stage/blockage-notice.tsx')).BlockageNotice,
);
const AudioOnlyNotice = lazyPart(async () => (await import('./audio-only-notice.tsx')).AudioOnlyNotice);
const TroubleNotices = lazyPart(async () => (await import('./trouble-notices.tsx')).TroubleNotices);
const CameraNotice = lazyPart(async () => (await import('#client/stage/device-notices.tsx')).CameraNotice);
const MicrophoneNotice = lazyPart(
  async () => (await import('#client/stage/device-notices.tsx')).MicrophoneNotice,
);

const RecordingFailed = lazyPart(
  async () => (await import('#client/stage/recording-failed.tsx')).RecordingFailed,
);
const RemovedNotice = lazyPart(async () => (await import('#client/stage/device-notices.tsx')).RemovedNotice);

export interface GroupNoticesProps {
  readonly view: GroupCallView;
  readonly people: readonly Person[];
  /** Of what both kinds of calls have. */
  readonly children: ReactNode;
}

/** Problems that pass or can be solved, and news. */
export const GroupNotices = ({ view, people, children }: GroupNoticesProps) => {
  const { i18n } = useLingui();
  const named = useNamed();
  const { call, snapshot, connection } = view;
  const { state, local, refused, mutedBy, troubles, audioOnly } = snapshot;
  const mending = state.name === 'rebuilding' || snapshot.interrupted || connection.phase === 'lost';
  const blockage = mending && connection.phase !== 'lost' && snapshot.blockage;
  const room = 'room' in state ? state.room : null;
  const recordingFault = room?.recordingFault;
  const recorders = people.filter(({ recording, self }) => recording && !self);
  return (
    <StageNotices>
      {blockage && <BlockageNotice blockage={blockage} direct={false} />}
      {mending && !blockage && (
        <StageNotice testId="reconnecting" tone="warning" icon={<Spinner size="1.125rem" />}>
          <Trans>Reconnecting…</Trans>
        </StageNotice>
      )}
      {!mending && troubles.length > 0 && <TroubleNotices troubles={troubles} onRejoin={call.rejoin} />}
      {!mending && audioOnly !== 'no' && <AudioOnlyNotice state={audioOnly} onSet={call.setAudioOnly} />}
      {local?.microphone.status === 'failed' && <MicrophoneNotice reason={local.microphone.reason} />}
      {local?.camera.status === 'failed' && <CameraNotice reason={local.camera.reason} />}
      {refused && (
        <StageNotice tone="warning" icon={<VideoOff size={18} aria-hidden />}>
          {i18n._(errorText[refused.code])}
        </StageNotice>
      )}
      {mutedBy && (
        <Passing key={`${mutedBy.source} ${mutedBy.by.id}`}>
          <StageNotice
            testId="muted-by"
            icon={<MicOff size={18} aria-hidden />}
            action={
              mutedBy.source === 'microphone' && (
                <Button variant="stageActive" size="sm" shape="pill" onClick={() => call.setMuted(false)}>
                  <Trans>Unmute</Trans>
                </Button>
              )
            }
          >
            <MutedText source={mutedBy.source} name={named(mutedBy.by)} />
          </StageNotice>
        </Passing>
      )}
      {recordingFault && <RecordingFailed key={recordingFault} fault={recordingFault} />}
      {room?.recordedByServer && (
        <Passing>
          <RecordedByServer />
        </Passing>
      )}
      {recorders.map((person) => (
        <Passing key={person.key}>
          <RecordedNotice by={person} />
        </Passing>
      ))}
      {local?.removed && <RemovedNotice key={`removed ${local.removed.count}`} removed={local.removed} />}
      {snapshot.codecFallbacks.map(({ kind, wanted }) => (
        <Passing key={kind}>
          <StageNotice testId="codec-missing">
            <Trans>This browser has no {wanted}. It uses its own choice instead.</Trans>
          </StageNotice>
        </Passing>
      ))}
      {children}
      <SoundUnlock />
    </StageNotices>
  );
};

const MutedText = ({ source, name }: { readonly source: MediaSource; readonly name: string }) => {
  switch (source) {
    case 'microphone':
      return <Trans>{name} muted you.</Trans>;
    case 'camera':
      return <Trans>{name} turned off your camera.</Trans>;
    case 'screen':
    case 'screen-audio':
      return <Trans>{name} stopped your screen sharing.</Trans>;
    case 'playback':
    case 'playback-audio':
      return <Trans>{name} stopped your file.</Trans>;
  }
};
