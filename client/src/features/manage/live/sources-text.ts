import { useLingui } from '@lingui/react/macro';
import type { MediaSource } from '#protocol/media.ts';

/** What someone sends, in words. */
export function useSourcesText(): (sources: readonly MediaSource[]) => string {
  const { t } = useLingui();
  return (sources) => {
    const words: Readonly<Record<MediaSource, string | null>> = {
      microphone: t`Microphone`,
      camera: t`Camera`,
      screen: t`Screen`,
      playback: t`Video file`,
      // Goes with its picture.
      'screen-audio': null,
      'playback-audio': null,
    };
    const named = sources.flatMap((source) => words[source] ?? []);
    return named.length === 0 ? t`Nothing` : named.join(', ');
  };
}
