import { defineSlotRecipe } from '@chakra-ui/react';

export const menuRecipe = defineSlotRecipe({
  slots: ['positioner', 'content', 'item', 'separator'],
  base: {
    // Without the frame that the browser gives a popover.
    positioner: { m: '0', p: '0', border: '0', bg: 'transparent', color: 'inherit', overflow: 'visible' },
    content: {
      minW: '56',
      maxW: 'calc(100vw - 1rem)',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      p: '1.5',
      bg: 'contents.raised',
      color: 'ink',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'md',
      boxShadow: 'lg',
      outline: 'none',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: '11',
      px: '3',
      borderRadius: 'sm',
      textStyle: 'small',
      fontWeight: 'medium',
      textAlign: 'start',
      userSelect: 'none',
      cursor: 'pointer',
      outlineOffset: '-2px',
      '& > svg': { width: '1.125rem', height: '1.125rem', color: 'ink.muted', flexShrink: '0' },
      _highlighted: {
        bg: 'primary.subtle',
        color: 'primary.onSubtle',
        '& > svg': { color: 'inherit' },
        // The menu has the focus; its highlighted item shows it.
        '[role=menu]:focus-visible &': { outline: '2px solid', outlineColor: 'focus' },
      },
      _disabled: { opacity: '0.5' },
    },
    separator: { my: '1.5', mx: '2', border: '0', borderTop: '1px solid', borderColor: 'line' },
  },
});
