import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { Navigation } from '#client/features/manage/shell/navigation.tsx';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { HEADER_HEIGHT } from './header-height.ts';
import { preloadConsoleScreen } from './preload-console-screen.ts';

const SIDE = '(min-width: 768px)';
const WIDE = '(min-width: 1024px)';

/** The navigation at the side, 240 px wide, or 64; a phone has it in a drawer (console-header.tsx). Stays as it is when the address changes. */
export const ConsoleSide = memo(() => {
  const side = useMediaQuery(SIDE);
  const wide = useMediaQuery(WIDE);
  if (!side) return null;
  return (
    <chakra.div
      position="sticky"
      top={HEADER_HEIGHT}
      alignSelf="flex-start"
      height={`calc(100dvh - ${HEADER_HEIGHT})`}
      overflowY="auto"
      flexShrink="0"
      width={wide ? '15rem' : '4rem'}
      px={wide ? '3' : '2'}
      py="3"
      bg="navigation"
      borderInlineEnd="1px solid"
      borderColor="line"
    >
      <Navigation rail={!wide} preload={preloadConsoleScreen} />
    </chakra.div>
  );
});
