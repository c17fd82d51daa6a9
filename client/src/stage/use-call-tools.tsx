import { useLingui } from '@lingui/react/macro';
import { CircleDot, Film, MonitorUp, MonitorX, Square } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Allowed } from '#client/api/queries/allowed.ts';
import type { MediaControls } from '#client/call/media-controls.ts';
import { loadCallParts } from '#client/load-chunk.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { Scene } from '#client/media/recorder/scene.ts';
import { canPlayFiles, canRecord, canShareScreen } from '#client/media/support.ts';
import { whenIdle } from '#client/when-idle.ts';
import { useShortcuts } from './call-shortcuts.ts';
import { Control } from './control-bar.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { MoreItem } from './more-menu.tsx';
import { OwnRecording } from './recording-notices.tsx';
import { useCallEnd } from './use-call-end.tsx';
import { useRecording } from './use-recording.tsx';
import { useSoundRetry } from './use-sound-retry.ts';
import { useViewTools } from './use-view-tools.tsx';
import { WideBarOnly } from './wide-bar-only.tsx';

const PlayerControls = lazyPart(async () => (await import('./player-controls.tsx')).default);
const SilentMicrophone = lazyPart(async () => (await import('./silent-microphone.tsx')).SilentMicrophone);
const ShareNotices = lazyPart(async () => (await import('./share-notices.tsx')).ShareNotices);

/** What both kinds of calls can be asked for. */
export interface ShareableCall extends ToolControls {
  /** Lets everyone in the call see that this browser records. */
  setRecording(on: boolean): Promise<void> | void;
}

type ToolControls = Pick<
  MediaControls,
  'switchCamera' | 'choose' | 'startScreen' | 'stopScreen' | 'startPlayback' | 'stopPlayback'
>;

export interface CallToolsOptions {
  readonly call: ShareableCall;
  readonly local: LocalMediaSnapshot | null;
  /** What the customer offers, at this moment. */
  readonly allowed: Allowed;
  /** There is a call that leaving would end, if only one that rings. */
  readonly live: boolean;
  /** There is someone to share with, and something to record. */
  readonly connected: boolean;
  /** The call moves to a room: its recording continues there. */
  readonly moving?: boolean;
  /** What is seen and heard now; memoize it. */
  readonly scene: Scene;
  /** Whose picture is in front. */
  readonly front: MediaStreamTrack | null;
}

export interface CallTools {
  /** For the control bar itself: sharing the screen, where there is space for it. */
  readonly bar: ReactNode;
  /** For the control bar's menu. */
  readonly more: readonly (readonly MoreItem[])[];
  /** Into the call's `StageNotices`. */
  readonly notices: ReactNode;
  /** Between the pictures and the control bar. */
  readonly panels: ReactNode;
  /** This browser records. */
  readonly recording: boolean;
  /** Ends the call by `go`, after asking where a recording would be lost. */
  readonly end: (go: () => void) => void;
}

/** Sharing, recording and looking: all that both kinds of calls have besides microphone, camera and leaving. */
export function useCallTools(options: CallToolsOptions): CallTools {
  const { call, local, allowed, live, connected, moving = false, scene, front } = options;
  const { t } = useLingui();
  const fileInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (connected) void whenIdle().then(loadCallParts);
  }, [connected]);
  const recording = useRecording({
    scene,
    connected: connected || moving,
    allowed: allowed.recording,
    announce: (on) => call.setRecording(on),
  });
  const isRecording = recording.state.status === 'recording';
  const { end, dialog } = useCallEnd(live, recording);
  useSoundRetry(local);
  const sharing = local?.screen.status === 'live' || local?.screen.status === 'starting';
  const playback = local?.playback.status === 'live' ? local.playback : null;
  const mayShare = connected && allowed.shareScreen && canShareScreen();
  const toggleScreen = () => (sharing ? call.stopScreen() : call.startScreen());

  useShortcuts(
    mayShare || sharing
      ? [{ key: 's', label: t`Share screen or stop`, scope: 'share', run: toggleScreen }]
      : [],
  );
  const view = useViewTools({ call, local, front });

  const shareLabel = sharing ? t`Stop sharing` : t`Share screen`;
  const shareIcon = sharing ? <MonitorX aria-hidden /> : <MonitorUp aria-hidden />;
  const shareItems: MoreItem[] = [];
  if (connected && allowed.shareScreen) {
    shareItems.push({
      id: 'screen',
      icon: shareIcon,
      label: shareLabel,
      shortcut: 'S',
      // Where it cannot be, the menu says why.
      narrowOnly: canShareScreen(),
      disabled: !canShareScreen(),
      hint: canShareScreen() ? undefined : t`Phones and tablets can’t share their screen from a web page.`,
      onSelect: toggleScreen,
    });
  }
  if (connected && allowed.sharePlayback) {
    shareItems.push({
      id: 'playback',
      icon: <Film aria-hidden />,
      label: playback ? t`Play another file` : t`Play a file for everyone`,
      disabled: !canPlayFiles(),
      hint: canPlayFiles() ? undefined : t`This browser can’t play files in a call. Try another browser.`,
      onSelect: () => fileInput.current?.click(),
    });
  }
  if (connected && allowed.recording) {
    shareItems.push({
      id: 'record',
      icon: isRecording ? <Square aria-hidden /> : <CircleDot aria-hidden />,
      label: isRecording ? t`Stop recording and save` : t`Record in this browser`,
      disabled: !canRecord() || recording.state.status === 'saving',
      hint: canRecord() ? undefined : t`This browser can’t record.`,
      onSelect: () => (isRecording ? void recording.stop() : recording.start()),
    });
  }

  return {
    bar: (mayShare || (sharing && connected)) && (
      <WideBarOnly>
        <Control
          testId="screen-toggle"
          label={shareLabel}
          word={sharing ? shareLabel : t({ message: 'Share', context: 'screen' })}
          shortcut="S"
          active={sharing}
          onClick={toggleScreen}
        >
          {shareIcon}
        </Control>
      </WideBarOnly>
    ),
    more: [shareItems, view.items],
    notices: (
      <>
        {local?.microphone.status === 'live' && <SilentMicrophone local={local} onChoose={call.choose} />}
        {recording.state.status !== 'off' && <OwnRecording recording={recording} />}
        {(local?.screen.status ?? 'off') !== 'off' || local?.playback.status === 'failed' ? (
          <ShareNotices local={local} onStopScreen={call.stopScreen} />
        ) : null}
      </>
    ),
    panels: (
      <>
        <input
          ref={fileInput}
          type="file"
          accept="video/*,audio/*"
          hidden
          data-testid="playback-file"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file may be chosen again.
            currentTarget.value = '';
            if (file) call.startPlayback(file);
          }}
        />
        {playback && (
          <PlayerControls player={playback.player} name={playback.name} onStop={call.stopPlayback} />
        )}
        {view.panels}
        {dialog}
      </>
    ),
    recording: isRecording,
    end,
  };
}
