import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { StageButton } from './stage-button.tsx';

export interface SidePanelProps {
  /** As `aria-controls` of the button that opens it. */
  readonly id: string;
  readonly title: string;
  readonly testId: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Beside the pictures; on a phone a sheet over everything. Escape closes it, and the focus goes back where it was. */
export const SidePanel = ({ id, title, testId, onClose, children }: SidePanelProps) => {
  const { t } = useLingui();
  const titleId = useId();
  const ref = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  // Before a field of the panel takes the focus in its own effect.
  useLayoutEffect(() => {
    before.current = document.activeElement;
  }, []);
  useEffect(() => {
    const panel = ref.current;
    if (!panel?.contains(document.activeElement)) panel?.focus();
    return () => {
      const from = before.current;
      // Opened by a key, it has no place to go back to but its button.
      const back =
        from && from !== document.body && from.isConnected
          ? from
          : document.querySelector(`[aria-controls="${id}"]`);
      if (back instanceof HTMLElement) back.focus();
    };
  }, [id]);
  return (
    <chakra.section
      ref={ref}
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-testid={testId}
      onKeyDown={(event) => {
        // A menu or a dialog in the panel, and a composition, have their own use for it.
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        if (event.target instanceof Element && event.target.closest('dialog')) return;
        event.stopPropagation();
        onClose();
      }}
      position={{ base: 'absolute', md: 'relative' }}
      inset={{ base: '0', md: 'auto' }}
      zIndex={{ base: '4', md: 'auto' }}
      flexShrink="0"
      width={{ base: 'auto', md: '80', xl: '96' }}
      minH="0"
      display="flex"
      flexDirection="column"
      bg={{ base: 'stage', md: 'stage.tile' }}
      borderStartWidth={{ md: '1px' }}
      borderColor="stage.line"
      outline="none"
      animation="rise 200ms"
      pt="max(0rem, env(safe-area-inset-top))"
      pb="env(safe-area-inset-bottom)"
    >
      <chakra.header
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        minH="14"
        ps="4"
        pe="2"
      >
        <chakra.h2 id={titleId} textStyle="subheading">
          {title}
        </chakra.h2>
        <StageButton label={t`Close`} size="sm" onClick={onClose}>
          <X aria-hidden />
        </StageButton>
      </chakra.header>
      {children}
    </chakra.section>
  );
};
