import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { callSettingsQuery } from '#client/api/queries/call-settings.ts';
import { captureSizeFor } from '#client/media/capture-constraints.ts';
import { createLocalMedia, type LocalMedia } from '#client/media/local-media.ts';
import { type CallSettings, DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import { useCallPaths } from './call-paths.ts';
import { rememberedDevices } from './device-choice.ts';
import Preview, { type PreviewProps } from './preview.tsx';

export interface OwnPreviewProps
  extends Omit<PreviewProps, 'local' | 'onMute' | 'onCamera' | 'onChoose' | 'skippable'> {
  readonly mayShowCamera: boolean;
}

/** A look at oneself outside of any call, with devices of its own: they are closed with it, and a call opens them again. */
const OwnPreview = ({ mayShowCamera, ...props }: OwnPreviewProps) => {
  const media = useOwnDevices(mayShowCamera);
  const local = useSyncExternalStore(media?.subscribe ?? subscribeToNothing, () => media?.get() ?? null);
  return (
    <Preview
      {...props}
      local={local}
      onMute={(muted) => media?.setMuted(muted)}
      onCamera={mayShowCamera ? (on) => void media?.setCamera(on) : null}
      onChoose={(kind, deviceId) => void media?.choose(kind, deviceId)}
    />
  );
};
export default OwnPreview;

const subscribeToNothing = () => () => {};

/** As a 1-to-1 call would open them; null while it is not known how. */
function useOwnDevices(camera: boolean): LocalMedia | null {
  const settings = useSettings();
  const [media, setMedia] = useState<LocalMedia | null>(null);
  useEffect(() => {
    if (!settings) return;
    const opened = createLocalMedia({
      settings,
      captureSize: ({ videoBandwidth }) => captureSizeFor(videoBandwidth),
      devices: rememberedDevices(),
    });
    setMedia(opened);
    void opened.start({ microphone: true, camera });
    return () => opened.close();
  }, [settings, camera]);
  return media;
}

/** Guests and devices have none of their own; a look with the defaults is better than none. */
function useSettings(): CallSettings | null {
  const { who } = useCallPaths();
  const { data, isError } = useQuery({ ...callSettingsQuery(), enabled: who === 'user' });
  return data ?? (who !== 'user' || isError ? DEFAULT_CALL_SETTINGS : null);
}
