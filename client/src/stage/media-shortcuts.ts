import { useLingui } from '@lingui/react/macro';
import { useShortcuts } from './call-shortcuts.ts';

export interface MediaShortcuts {
  /** M. */
  readonly onMute: () => void;
  /** V. Null: no camera may be shown. */
  readonly onCamera: (() => void) | null;
}

/** The keys of every call. */
export const useMediaShortcuts = ({ onMute, onCamera }: MediaShortcuts): void => {
  const { t } = useLingui();
  useShortcuts([
    { key: 'm', label: t`Mute or unmute`, scope: 'call', run: onMute },
    ...(onCamera
      ? [{ key: 'v', label: t`Turn the camera on or off`, scope: 'call', run: onCamera } as const]
      : []),
  ]);
};
