import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { focusHeadingIfLost } from './focus-heading.ts';

export interface DialogProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons, the one to press last. */
  readonly actions?: ReactNode;
  /** Escape, or a click beside it. */
  readonly onClose: () => void;
  /** `alertdialog`: has to be answered. */
  readonly role?: 'dialog' | 'alertdialog';
  /** CSS length or size token; 30rem by default. */
  readonly width?: string;
}

/** What had the focus before each dialog. */
const openers = new WeakMap<Element, Element | null>();

const isFocusLost = (): boolean => document.activeElement === document.body;

/**
 * Gives the focus back where the browser could not: to what opened the dialog, or the dialog before it, where the opener was in that.
 * Where nothing of that is left, or the dialog came with the address, the heading of the screen has the focus.
 */
const giveBack = (dialog: Element): void => {
  let opener = openers.get(dialog);
  while (opener && isFocusLost()) {
    if (opener instanceof HTMLElement) opener.focus();
    const outer = opener.closest('dialog');
    opener = outer && openers.get(outer);
  }
  // After a list has given the focus to a control of its own (use-kept-focus.ts).
  queueMicrotask(focusHeadingIfLost);
};

/** A short window, as one that is magnified, scrolls the buttons along. */
const ROOM_FOR_BOTH = '@media (min-height: 30rem)';

/**
 * Render it to open it. The browser's own `<dialog>`: it traps the focus, makes the page inert and gives the focus back.
 */
export const Dialog = ({
  title,
  children,
  actions,
  onClose,
  role = 'dialog',
  width = '30rem',
}: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect: only a dialog that is closed before it leaves the document gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    openers.set(dialog, document.activeElement);
    dialog.showModal();
    return () => {
      dialog.close();
      // When a question above it closes along with it, the opener was still inert and did not get the focus.
      queueMicrotask(() => giveBack(dialog));
    };
  }, []);
  return (
    <chakra.dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The event bubbles from a question that React renders within it: only that one is cancelled.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      m="auto"
      p="0"
      width={`min(${width}, calc(100vw - 2rem))`}
      maxH="calc(100dvh - 2rem)"
      overflow="auto"
      // Wherever it is rendered, it reads as a page does.
      textAlign="start"
      whiteSpace="normal"
      fontWeight="regular"
      textStyle="body"
      border="1px solid"
      borderColor="line"
      borderRadius="lg"
      bg="contents"
      color="ink"
      boxShadow="lg"
      animation="rise 200ms"
      _backdrop={{ bg: 'rgb(16 18 24 / 0.5)' }}
    >
      <chakra.div
        p={{ base: '5', md: '6' }}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="4"
        overflowWrap="anywhere"
      >
        <chakra.h2 id={titleId} textStyle="heading">
          {title}
        </chakra.h2>
        {children && <chakra.div color="ink.muted">{children}</chakra.div>}
        {actions && (
          <chakra.div
            // On a phone they fill their line, beside or below one another.
            // Always visible, unless the window is too low for both.
            css={{
              [ROOM_FOR_BOTH]: { position: 'sticky', bottom: '0' },
              '& > *': { flexGrow: { base: 1, sm: 0 } },
              // Three rarely fit beside one another, and two above one would look as if they belonged together.
              '&:has(> :nth-child(3))': { flexDirection: 'column' },
            }}
            display="flex"
            flexWrap="wrap"
            justifyContent="flex-end"
            gap="2"
            mx={{ base: '-5', md: '-6' }}
            mb={{ base: '-5', md: '-6' }}
            px={{ base: '5', md: '6' }}
            pt="3"
            pb={{ base: '5', md: '6' }}
            bg="contents"
            borderBottomRadius="lg"
          >
            {actions}
          </chakra.div>
        )}
      </chakra.div>
    </chakra.dialog>
  );
};
