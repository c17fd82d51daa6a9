import { chakra } from '@chakra-ui/react';
import type { IconButtonProps } from '#client/ui/icon-button.tsx';
import { BAR_BUTTON, LABELLED_BAR } from './bar-width.ts';
import { useIsKiosk } from './call-paths.ts';
import { StageButton } from './stage-button.tsx';

export interface BarButtonProps extends IconButtonProps {
  /** Below the icon where there is room, always on a kiosk. Must be part of the label (WCAG 2.5.3). */
  readonly word: string;
}

const labelled = {
  [LABELLED_BAR]: {
    flexDirection: 'column',
    gap: '0.125rem',
    minWidth: '4.5rem',
    minHeight: '3.5rem',
    aspectRatio: 'auto',
    paddingInline: '0.375rem',
    borderRadius: 'xl',
  },
} as const;

/** A share of a kiosk's bar: all of its buttons but the last are equally wide. */
export const KIOSK_PLACE = { flex: '1 1 0', minWidth: '0', maxWidth: '9rem' } as const;

const large = {
  ...KIOSK_PLACE,
  flexDirection: 'column',
  gap: '0.375rem',
  aspectRatio: 'auto',
  paddingInline: '0.25rem',
  paddingBlock: '0.75rem',
  borderRadius: '2xl',
  '& svg': { width: '2.25rem', height: '2.25rem' },
} as const;

/**
 * A button of the control bar. Its word is inside the button: with a word beside it, a touch on the word would close the
 * button's menu as a touch elsewhere and then open it again.
 */
export const BarButton = ({ word, children, css, ...props }: BarButtonProps) => {
  const kiosk = useIsKiosk();
  return (
    <StageButton size="lg" minH={BAR_BUTTON} {...props} css={[kiosk ? large : labelled, css]}>
      {children}
      <chakra.span data-testid="control-word" css={kiosk ? largeWord : smallWord}>
        {word}
      </chakra.span>
    </StageButton>
  );
};

const smallWord = {
  display: 'none',
  [LABELLED_BAR]: { display: 'block', fontSize: '0.75rem', fontWeight: 'medium', lineHeight: '1.2' },
} as const;

const largeWord = {
  maxWidth: '100%',
  fontSize: '1.25rem',
  fontWeight: 'semibold',
  lineHeight: '1.1',
  textAlign: 'center',
  whiteSpace: 'normal',
  wordBreak: 'auto-phrase',
} as const;
