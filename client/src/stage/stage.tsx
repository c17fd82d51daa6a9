import { chakra } from '@chakra-ui/react';
import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { onStageAtom } from '#client/ui/on-stage.ts';

export interface StageProps {
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * The dark, full-height ground of a call, over header and footer: a call wants all the room there is. What opens on it is dark
 * as well, in both themes: nothing glares beside the pictures.
 */
export const Stage = ({ label, children }: StageProps) => {
  useOnStage();
  useWholeWindow();
  return (
    <chakra.section
      aria-label={label}
      data-testid="stage"
      className="dark"
      position="fixed"
      inset="0"
      zIndex="overlay"
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

/** Messages that come while it stands are of its colours, and keep off its controls. */
function useOnStage(): void {
  const setOnStage = useSetAtom(onStageAtom);
  useEffect(() => {
    setOnStage(true);
    return () => setOnStage(false);
  }, [setOnStage]);
}

/** The page below neither scrolls nor keeps room for its scroll bar, which would show as a strip beside the stage. */
function useWholeWindow(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const { overflow, scrollbarGutter } = style;
    style.overflow = 'hidden';
    style.scrollbarGutter = 'auto';
    return () => {
      style.overflow = overflow;
      style.scrollbarGutter = scrollbarGutter;
    };
  }, []);
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

/** Something that goes on in the call just now, above the pictures. Put notices in a `StageNotices`. */
export const StageNotice = ({ children, icon, tone = 'neutral', action, testId }: StageNoticeProps) => (
  <chakra.div
    data-testid={testId}
    display="inline-flex"
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
    css={{ '& > svg': { flexShrink: 0 } }}
  >
    {icon}
    <span>{children}</span>
    {action}
  </chakra.div>
);

/** Where notices stand: at the top, one below the other, read out as they come. */
export const StageNotices = ({ children }: { readonly children: ReactNode }) => (
  <chakra.div
    role="status"
    position="absolute"
    top="max(3.75rem, calc(env(safe-area-inset-top) + 3.75rem))"
    insetInline="4"
    zIndex="3"
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
