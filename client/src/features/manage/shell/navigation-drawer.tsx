import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Navigation, type NavigationProps } from './navigation.tsx';

/** The navigation on a phone. Closes when a screen has been chosen. */
export const NavigationDrawer = ({
  preload,
  onClose,
}: Pick<NavigationProps, 'preload'> & { readonly onClose: () => void }) => {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const { pathname, search } = useLocation();
  const place = pathname + search;
  const opened = useRef(place);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (opened.current !== place) close();
  }, [place]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <chakra.dialog
      ref={ref}
      aria-label={t`Navigation`}
      onCancel={(event) => {
        // The event bubbles from a dialog that React renders within.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      m="0"
      p="0"
      border="0"
      width="min(18rem, calc(100vw - 3rem))"
      maxW="none"
      height="100dvh"
      maxH="none"
      overflowY="auto"
      bg="navigation"
      color="ink"
      boxShadow="lg"
      animation="appear 120ms"
      _backdrop={{ bg: 'rgb(16 18 24 / 0.5)' }}
    >
      <chakra.div p="3" pt="max(0.75rem, env(safe-area-inset-top))">
        <chakra.div display="flex" justifyContent="flex-end" mb="2">
          <IconButton label={t`Close`} size="sm" onClick={onClose}>
            <X />
          </IconButton>
        </chakra.div>
        <Navigation preload={preload} />
      </chakra.div>
    </chakra.dialog>
  );
};
