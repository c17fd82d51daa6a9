import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { createSpeechWatch, listenWhileMuted, SPEECH_READ_MS } from '#client/media/muted-speech.ts';
import { TOUCH_ONLY } from '#client/ui/touch-only.ts';
import { singleKeysAtom } from '#client/ui/ui-state.ts';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { whileVisible } from '#client/ui/while-visible.ts';
import { Announcer } from './announcer.tsx';
import { Passing } from './passing.tsx';

/** Above the button of the microphone, while it is muted: says once, when one speaks, that one is not heard. */
export const MutedHint = ({ track }: { readonly track: MediaStreamTrack }) => {
  const { t } = useLingui();
  const [speaking, setSpeaking] = useState(false);
  const hasKeys = useAtomValue(singleKeysAtom);
  const touchOnly = useMediaQuery(TOUCH_ONLY);
  useEffect(() => {
    if (speaking) return;
    const microphone = listenWhileMuted(track);
    const watch = createSpeechWatch();
    const stop = whileVisible(() => {
      if (watch.hear(microphone.read())) setSpeaking(true);
    }, SPEECH_READ_MS);
    return () => {
      stop();
      microphone.close();
    };
  }, [track, speaking]);
  const text = hasKeys && !touchOnly ? t`You’re muted. Press M to unmute.` : t`You’re muted.`;
  return (
    <>
      <Announcer text={speaking ? text : ''} testId="muted-hint-said" />
      {speaking && (
        <Passing>
          <chakra.span
            aria-hidden
            data-testid="muted-hint"
            position="absolute"
            insetInlineStart="0"
            bottom="calc(100% + 0.75rem)"
            px="3.5"
            py="2"
            borderRadius="lg"
            bg="stage.ink"
            color="stage"
            boxShadow="0 6px 24px rgb(0 0 0 / 0.35)"
            textStyle="small"
            fontWeight="semibold"
            width="max-content"
            maxW="calc(100vw - 3rem)"
            pointerEvents="none"
            animation="rise 200ms"
            _highContrast={{ outline: '1px solid' }}
          >
            {text}
          </chakra.span>
        </Passing>
      )}
    </>
  );
};
