import { useLingui } from '@lingui/react/macro';
import {
  CircleDot,
  Film,
  Keyboard,
  Maximize,
  Minimize,
  MonitorUp,
  MonitorX,
  PictureInPicture2,
  Square,
  SwitchCamera,
  ZoomIn,
} from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Allowed } from '#client/api/queries/allowed.ts';
import { cameraZoomOf, canAskForZoom } from '#client/media/camera-zoom.ts';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import type { Scene } from '#client/media/recorder/scene.ts';
import { canPlayFiles, canRecord, canShareScreen } from '#client/media/support.ts';
import { useLeaveGuard, useWantedLeave } from '#client/ui/leave-guard.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TOUCH_ONLY } from '#client/ui/touch-only.ts';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { type CallPlaces, useCallPlaces } from './call-places.ts';
import { useShortcuts } from './call-shortcuts.ts';
import { Control } from './control-bar.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { MoreItem } from './more-menu.tsx';
import { OwnRecording } from './recording-notices.tsx';
import { useDevices } from './use-devices.ts';
import { canFullscreen, useFullscreen } from './use-fullscreen.ts';
import { canPictureInPicture, usePictureInPicture } from './use-picture-in-picture.ts';
import { useRecording } from './use-recording.tsx';
import { useSoundRetry } from './use-sound-retry.ts';
import { WideBarOnly } from './wide-bar-only.tsx';

const HelpSheet = lazyPart(async () => (await import('./help-sheet.tsx')).default);
const PlayerControls = lazyPart(async () => (await import('./player-controls.tsx')).default);
const CameraZoomPanel = lazyPart(async () => (await import('./camera-zoom.tsx')).default);
const EndCallDialog = lazyPart(async () => (await import('./end-call-dialog.tsx')).default);
const ShareNotices = lazyPart(async () => (await import('./share-notices.tsx')).ShareNotices);

/** Where a call continues in a small window, or on its page. A guest has no other pages. */
const callGoesOnAt: Readonly<Record<CallPlaces['who'], (pathname: string) => boolean>> = {
  user: (pathname) =>
    /^\/(user|manager)(\/|$)/.test(pathname) &&
    !/\/(signup|verify|approval|signin|password)(\/|$)/.test(pathname),
  device: (pathname) => /^\/device(\/|$)/.test(pathname),
  guest: (pathname) => /^\/guest\/.*\/talk$/.test(pathname),
};

/** What both kinds of calls can be asked for. */
export interface ShareableCall {
  switchCamera(): void;
  choose(kind: 'camera', deviceId: string): void;
  startScreen(): void;
  stopScreen(): void;
  startPlayback(file: File): void;
  stopPlayback(): void;
  /** Lets everyone in the call see that this browser records. */
  setRecording(on: boolean): Promise<void> | void;
}

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
  /** Ends the call by `go`, after asking where a recording would be lost. */
  readonly end: (go: () => void) => void;
}

/** Sharing, recording and looking: all that both kinds of calls have besides microphone, camera and leaving. */
export function useCallTools(options: CallToolsOptions): CallTools {
  const { call, local, allowed, live, connected, moving = false, scene, front } = options;
  const { t } = useLingui();
  const fileInput = useRef<HTMLInputElement>(null);
  const [sheet, setSheet] = useState(false);
  const [zooming, setZooming] = useState(false);
  const touchOnly = useMediaQuery(TOUCH_ONLY);
  /** How to end the call, while it is asked what becomes of the recording. */
  const [asking, setAsking] = useState<(() => void) | null>(null);
  /** How to end the call, once nothing holds the page any more. */
  const [ending, setEnding] = useState<(() => void) | null>(null);
  const { fullscreen, toggle: toggleFullscreen } = useFullscreen();
  const pictureInPicture = usePictureInPicture(front, () =>
    showSnackbar('warning', t`Your browser didn’t open a small window.`),
  );
  const recording = useRecording({
    scene,
    connected: connected || moving,
    allowed: allowed.recording,
    announce: (on) => call.setRecording(on),
  });
  const isRecording = recording.state.status === 'recording';
  const { who } = useCallPlaces();
  // At a kiosk there is no one to answer.
  useLeaveGuard(live && who !== 'device', 'call', callGoesOnAt[who]);
  const wanted = useWantedLeave();
  const leaving = wanted?.held === 'call' ? wanted : null;
  const end = useEffectEvent(() => {
    setEnding(null);
    ending?.();
  });
  useEffect(() => {
    if (ending && !isRecording) end();
  }, [ending, isRecording]);

  const endAfterAsking = () => {
    setAsking(null);
    setEnding(() => asking ?? leaving?.confirm ?? null);
  };

  useSoundRetry(local);
  const camera = local ? liveTrack(local.camera) : null;
  const { cameras } = useDevices(camera !== null);
  const mayZoom = camera !== null && (canAskForZoom() || cameraZoomOf(camera) !== null);
  const sharing = local?.screen.status === 'live' || local?.screen.status === 'starting';
  const playback = local?.playback.status === 'live' ? local.playback : null;
  const mayShare = connected && allowed.shareScreen && canShareScreen();
  const toggleScreen = () => (sharing ? call.stopScreen() : call.startScreen());

  useShortcuts([
    ...(mayShare || sharing
      ? [
          {
            key: 's',
            label: t`Share the screen, or end it`,
            scope: 'share',
            run: toggleScreen,
          } as const,
        ]
      : []),
    ...(canFullscreen()
      ? [{ key: 'f', label: t`Full screen`, scope: 'picture', run: toggleFullscreen } as const]
      : []),
    { key: '?', label: t`Show these keys`, scope: 'call', run: () => setSheet(true) },
  ]);

  const shareLabel = sharing ? t`Stop sharing the screen` : t`Share the screen`;
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

  const viewItems: MoreItem[] = [];
  if (camera && cameras.length > 1) {
    viewItems.push({
      id: 'switch-camera',
      icon: <SwitchCamera aria-hidden />,
      label: t`Switch camera`,
      onSelect: call.switchCamera,
    });
  }
  if (mayZoom) {
    viewItems.push({
      id: 'camera-zoom',
      icon: <ZoomIn aria-hidden />,
      label: t`Camera zoom`,
      onSelect: () => setZooming(true),
    });
  }
  if (canFullscreen()) {
    viewItems.push({
      id: 'fullscreen',
      icon: fullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />,
      label: fullscreen ? t`Leave full screen` : t`Full screen`,
      shortcut: 'F',
      onSelect: toggleFullscreen,
    });
  }
  if (canPictureInPicture()) {
    viewItems.push({
      id: 'picture-in-picture',
      icon: <PictureInPicture2 aria-hidden />,
      label: pictureInPicture.active ? t`Close the small window` : t`Picture-in-picture`,
      disabled: !front && !pictureInPicture.active,
      hint: front || pictureInPicture.active ? undefined : t`No one else is visible right now.`,
      onSelect: pictureInPicture.toggle,
    });
  }
  if (!touchOnly) {
    viewItems.push({
      id: 'shortcuts',
      icon: <Keyboard aria-hidden />,
      label: t`Keyboard shortcuts`,
      shortcut: '?',
      onSelect: () => setSheet(true),
    });
  }

  return {
    bar: (mayShare || (sharing && connected)) && (
      <WideBarOnly>
        <Control
          testId="screen-toggle"
          label={shareLabel}
          shortcut="S"
          active={sharing}
          onClick={toggleScreen}
        >
          {shareIcon}
        </Control>
      </WideBarOnly>
    ),
    more: [shareItems, viewItems],
    notices: (
      <>
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
        {zooming && camera && (
          <CameraZoomPanel
            track={camera}
            onAllowed={(deviceId) => call.choose('camera', deviceId)}
            onClose={() => setZooming(false)}
          />
        )}
        {sheet && <HelpSheet onClose={() => setSheet(false)} />}
        {(asking || leaving) && (
          <EndCallDialog
            recording={isRecording}
            onStay={() => {
              setAsking(null);
              leaving?.stay();
            }}
            onEnd={() => {
              recording.discard();
              endAfterAsking();
            }}
            onSaveAndEnd={() => {
              // What has been recorded is saved; the end of the call need not wait for it.
              void recording.stop();
              endAfterAsking();
            }}
          />
        )}
      </>
    ),
    end: (go) => {
      if (isRecording) setAsking(() => go);
      else go();
    },
  };
}
