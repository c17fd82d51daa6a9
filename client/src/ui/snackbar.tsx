import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Tone } from './banner.tsx';
import { IconButton } from './icon-button.tsx';
import { onStageAtom } from './on-stage.ts';
import {
  addSnack,
  dismissSnack,
  holdSnack,
  releaseSnack,
  type Snack,
  shownSnacks,
  subscribeToSnacks,
} from './snacks.ts';

/** Says something in the corner for six seconds. Give `<Trans>` rather than text, so that it follows the language. */
export const showSnackbar = (tone: Tone, content: ReactNode): void => void addSnack(tone, content);

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert } as const;
const accents = { info: 'primary', success: 'success', warning: 'warning', error: 'danger' } as const;

/** Rendered once, outside of all screens. */
export const SnackbarRegion = () => {
  const { t } = useLingui();
  const shown = useSyncExternalStore(subscribeToSnacks, shownSnacks);
  const onStage = useAtomValue(onStageAtom);
  return (
    <chakra.section
      aria-label={t`Messages`}
      position="fixed"
      zIndex="snackbar"
      insetInline="4"
      className={onStage ? 'dark' : undefined}
      // Never over the controls of a call: the button that leaves stays visible.
      bottom={
        onStage ? 'calc(5.75rem + env(safe-area-inset-bottom))' : 'max(1rem, env(safe-area-inset-bottom))'
      }
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
  useEffect(() => {
    if (!held) return;
    holdSnack(snack.id);
    return () => releaseSnack(snack.id);
  }, [held, snack.id]);
  const { ref, onFocus } = useFocusGivenBack();
  const Icon = icons[snack.tone];
  return (
    <chakra.div
      ref={ref}
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
      color="ink"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      boxShadow="lg"
      textStyle="small"
      animation="rise 200ms"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => {
        onFocus(event);
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <chakra.span color={accents[snack.tone]} display="flex" flexShrink="0">
        <Icon size={20} aria-hidden />
      </chakra.span>
      <chakra.div flex="1" minW="0" py="2" overflowWrap="anywhere">
        {snack.content}
      </chakra.div>
      <IconButton label={t`Dismiss`} size="sm" onClick={() => dismissSnack(snack.id)}>
        <X />
      </IconButton>
    </chakra.div>
  );
};

/** What had the focus before has it again when the part that has it now is gone. */
function useFocusGivenBack() {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const part = ref.current;
    return () => {
      const from = before.current;
      if (part?.contains(document.activeElement) && from instanceof HTMLElement && from.isConnected)
        from.focus();
    };
  }, []);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !(relatedTarget instanceof Node && ref.current?.contains(relatedTarget)))
      before.current = relatedTarget;
  };
  return { ref, onFocus };
}
