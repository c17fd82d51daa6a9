import { chakra } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { callWindowAtom, onStageAtom } from '#client/ui/on-stage.ts';
import { useCallPlace } from './call-place.ts';

/** As high as the bar that a call is on a phone while another page is shown. */
const ROOM_BELOW = '5rem';

export interface StageProps {
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * The dark, full-height ground of a call, over header and footer: a call wants all the room there is. What opens on it is dark
 * as well, in both themes: nothing glares beside the pictures.
 */
export const Stage = ({ label, children }: StageProps) => {
  const small = useCallPlace().shown === 'window';
  useKept(onStageAtom, !small);
  useKept(callWindowAtom, small);
  useWholeWindow(!small);
  useRoomBelow(small);
  return (
    <chakra.section
      aria-label={label}
      data-testid={small ? 'small-stage' : 'stage'}
      {...(small && { 'data-call-window': true })}
      className="dark"
      position="fixed"
      zIndex="overlay"
      {...(small ? smallStage : { inset: '0' })}
      display="flex"
      flexDirection="column"
      bg="stage"
      color="stage.ink"
      overflow="hidden"
      colorScheme="dark"
      paddingInline="env(safe-area-inset-left) env(safe-area-inset-right)"
    >
      {children}
    </chakra.section>
  );
};

/** On a phone a bar along the lower edge, else a small window in the corner. */
const smallStage = {
  insetInline: { base: '0', md: 'auto' },
  insetEnd: { md: '6' },
  bottom: { base: '0', md: '6' },
  width: { md: '20rem' },
  pb: { base: 'env(safe-area-inset-bottom)', md: '0' },
  borderRadius: { base: '0', md: 'xl' },
  boxShadow: '0 0 0 1px rgb(255 255 255 / 0.14), 0 12px 32px -8px rgb(0 0 0 / 0.6)',
} as const;

/** Messages that come while it stands are of its colours, and keep off its controls. */
function useKept(atom: typeof onStageAtom, active: boolean): void {
  const set = useSetAtom(atom);
  useEffect(() => {
    if (!active) return;
    set(true);
    return () => set(false);
  }, [active, set]);
}

/** What stands at the end of the page below can be scrolled out from under the small window. */
function useRoomBelow(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const { style } = document.body;
    const { paddingBottom } = style;
    style.paddingBottom = ROOM_BELOW;
    return () => {
      style.paddingBottom = paddingBottom;
    };
  }, [active]);
}

/** The page below neither scrolls nor keeps room for its scroll bar, which would show as a strip beside the stage. */
function useWholeWindow(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const { style } = document.documentElement;
    const { overflow, scrollbarGutter } = style;
    style.overflow = 'hidden';
    style.scrollbarGutter = 'auto';
    return () => {
      style.overflow = overflow;
      style.scrollbarGutter = scrollbarGutter;
    };
  }, [active]);
}

export interface StageNoticeProps {
  readonly children: ReactNode;
  /** Of lucide-react, or a spinner. */
  readonly icon?: ReactNode;
  readonly tone?: 'neutral' | 'warning' | 'danger';
  /** A button. */
  readonly action?: ReactNode;
  readonly testId?: string;
}

const grounds = { neutral: 'stage.control', warning: '#4A3A12', danger: '#5A2015' } as const;

/** Something that continues in the call just now, above the pictures. Put notices in a `StageNotices`. */
export const StageNotice = ({ children, icon, tone = 'neutral', action, testId }: StageNoticeProps) => (
  <chakra.div
    data-testid={testId}
    display="inline-flex"
    // On a phone the action stands below words that need the whole line.
    flexWrap={action ? 'wrap' : undefined}
    alignItems="center"
    gap="2.5"
    maxW="full"
    minH="10"
    ps="4"
    pe={action ? '1.5' : '4'}
    py="1"
    borderRadius="xl"
    bg={grounds[tone]}
    color="stage.ink"
    boxShadow="0 6px 24px rgb(0 0 0 / 0.35)"
    textStyle="small"
    pointerEvents="auto"
    animation="rise 200ms"
    // On a phone the words take what the icon would give up.
    css={{ '& > svg, & > span > svg': { flexShrink: 0 } }}
  >
    {action ? (
      <>
        <chakra.span display="flex" alignItems="center" gap="2.5" flex="1 1 auto" minW="0">
          {icon}
          <span>{children}</span>
        </chakra.span>
        <chakra.span ms="auto">{action}</chakra.span>
      </>
    ) : (
      <>
        {icon}
        <span>{children}</span>
      </>
    )}
  </chakra.div>
);

const TITLE_ROOM = '--title-room';

/**
 * The title of a call and its `StageNotices`, in this order. Where there is space the first notice stands beside the title, which
 * gives way; all that does not fit there pushes the pictures down.
 */
export const StageTop = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div
    display={{ base: 'contents', lg: 'grid' }}
    alignItems="start"
    flexShrink="0"
    css={{
      '& > *': { gridArea: '1 / 1' },
      '&:has(> [role=status] > *)': { [TITLE_ROOM]: { lg: '25%' } },
    }}
  >
    {children}
  </chakra.div>
);

/** What stands at the start of the line of a call's title. */
export const StageTitle = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div display="flex" alignItems="center" gap="3" minW="0" maxW={`var(${TITLE_ROOM}, 100%)`}>
    {children}
  </chakra.div>
);

/**
 * Where notices stand, one below the other, read out as they come; they never cover a face or a name. On a phone they stand between
 * the pictures and the controls.
 */
export const StageNotices = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div
    role="status"
    position="relative"
    zIndex="3"
    // On a phone after the pictures, before the controls.
    order={{ base: '1', md: '0' }}
    flexShrink="0"
    px={{ base: '4', md: '25%' }}
    css={{
      '&:has(*)': {
        // With a notice that has a button still no higher than the title.
        paddingTop: { base: '0.5rem', md: 'calc(env(safe-area-inset-top) + 0.3125rem)' },
        paddingBottom: { md: '0.3125rem' },
      },
    }}
    display="flex"
    flexDirection="column"
    alignItems="center"
    gap="2"
    pointerEvents="none"
  >
    {children}
  </chakra.div>
);

/** Centred: a state of the call that is not pictures. */
export const StageMessage = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div
    flex="1"
    minH="0"
    display="grid"
    alignContent="center"
    justifyItems="center"
    gap="4"
    px="6"
    py="8"
    textAlign="center"
    overflowY="auto"
    position="relative"
  >
    {children}
  </chakra.div>
);
