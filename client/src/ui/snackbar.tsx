import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Tone } from './banner.tsx';
import { IconButton } from './icon-button.tsx';

/** product.md, section 9. */
const SNACKBAR_MS = 6000;
/** Older ones make room. */
const MAX_SHOWN = 3;

interface Snack {
  readonly id: number;
  readonly tone: Tone;
  readonly content: ReactNode;
}

let snacks: readonly Snack[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const setSnacks = (next: readonly Snack[]) => {
  snacks = next;
  for (const listener of [...listeners]) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says something in the corner for six seconds. Give `<Trans>` rather than text, so that it follows the language. */
export const showSnackbar = (tone: Tone, content: ReactNode): void => {
  setSnacks([...snacks, { id: ++lastId, tone, content }].slice(-MAX_SHOWN));
};

const dismiss = (id: number) => setSnacks(snacks.filter((snack) => snack.id !== id));

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;
const accents = { info: 'primary', success: 'success', warning: 'warning', error: 'danger' } as const;

/** Once in the application, outside of everything that comes and goes. */
export const SnackbarRegion = () => {
  const { t } = useLingui();
  const shown = useSyncExternalStore(subscribe, () => snacks);
  return (
    <chakra.section
      aria-label={t`Messages`}
      position="fixed"
      zIndex="snackbar"
      insetInline="4"
      bottom="max(1rem, env(safe-area-inset-bottom))"
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="2"
      pointerEvents="none"
    >
      {shown.map((snack) => (
        <SnackbarItem key={snack.id} snack={snack} />
      ))}
    </chakra.section>
  );
};

const SnackbarItem = ({ snack }: { readonly snack: Snack }) => {
  const { t } = useLingui();
  const [held, setHeld] = useState(false);
  const remaining = useRef(SNACKBAR_MS);
  // The clock stands still while somebody points at it or has the focus in it (WCAG 2.2.1).
  useEffect(() => {
    if (held) return;
    const started = performance.now();
    const timer = setTimeout(() => dismiss(snack.id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [held, snack.id]);
  const Icon = icons[snack.tone];
  return (
    <chakra.div
      role={snack.tone === 'error' ? 'alert' : 'status'}
      pointerEvents="auto"
      display="flex"
      alignItems="center"
      gap="3"
      maxW="120"
      minW={{ base: 'full', sm: '80' }}
      ps="4"
      pe="1"
      py="1"
      bg="contents.raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      boxShadow="lg"
      textStyle="small"
      animation="rise 200ms"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <chakra.span color={accents[snack.tone]} display="flex" flexShrink="0">
        <Icon size={20} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" py="2">
        {snack.content}
      </chakra.div>
      <IconButton label={t`Dismiss`} size="sm" onClick={() => dismiss(snack.id)}>
        <X />
      </IconButton>
    </chakra.div>
  );
};
