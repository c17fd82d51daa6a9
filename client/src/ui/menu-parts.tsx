import { Menu as ChakraMenu, chakra, useMenu } from '@chakra-ui/react';
import { Check, ChevronRight } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { menuRecipe } from './menu-recipe.ts';
import type {
  MenuChoiceProps,
  MenuItemProps,
  MenuPlacement,
  MenuRequest,
  SubMenuProps,
} from './menu-types.ts';

const shared = { recipe: menuRecipe, lazyMount: true, unmountOnExit: true } as const;
const positioning = { strategy: 'fixed', gutter: 6 } as const;

/** The button of the outermost menu. */
const TriggerContext = createContext<{ readonly id: string }>({ id: '' });

const openInTopLayer = (positioner: HTMLElement | null) => {
  // Chakra may attach the ref again at each render.
  if (!positioner?.matches(':popover-open')) positioner?.showPopover();
};

/** Above everything, and still within what it inherits from: the theme of a call, the width of its bar. */
const Content = ({ children }: { readonly children: ReactNode }) => (
  <ChakraMenu.Positioner ref={openInTopLayer} popover="manual">
    <ChakraMenu.Content>{children}</ChakraMenu.Content>
  </ChakraMenu.Positioner>
);

export interface SurfaceProps {
  readonly triggerId: string;
  readonly placement: MenuPlacement;
  readonly request: MenuRequest | null;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

export const Surface = ({ triggerId, placement, request, onOpenChange, children }: SurfaceProps) => {
  const menu = useMenu({
    ids: { trigger: triggerId },
    loopFocus: true,
    positioning: { ...positioning, placement },
    onOpenChange: ({ open }) => onOpenChange(open),
  });
  const { send } = menu.service;
  useEffect(() => {
    if (request) send(request);
  }, [request, send]);
  return (
    <TriggerContext value={{ id: triggerId }}>
      <ChakraMenu.RootProvider value={menu} {...shared}>
        <Content>{children}</Content>
      </ChakraMenu.RootProvider>
    </TriggerContext>
  );
};

/**
 * Chosen, an item gives the focus back first, so that a dialog it opens can give it back in turn; in the next frame, in which
 * Chakra still focuses a menu that the pointer has moved over.
 */
const useSelect = () => {
  const { id } = useContext(TriggerContext);
  return (select: () => void) =>
    requestAnimationFrame(() => {
      document.getElementById(id)?.focus({ preventScroll: true });
      select();
    });
};

/** Whether it is shown at this width: keys pass over an item that has a button of its own. */
const useShown = (ref: RefObject<HTMLElement | null>): boolean => {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setShown(element.checkVisibility());
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => resized.disconnect();
  }, [ref]);
  return shown;
};

export const Item = ({ icon, children, onSelect, disabled = false, dangerous }: MenuItemProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useShown(ref);
  const select = useSelect();
  return (
    <ChakraMenu.Item
      ref={ref}
      value={useId()}
      disabled={disabled || !shown}
      onSelect={() => select(onSelect)}
      {...(dangerous && { color: 'danger' })}
    >
      {icon}
      {children}
    </ChakraMenu.Item>
  );
};

export const Choice = <Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) => {
  // A microphone and a speaker may have the same id, in the same menu.
  const group = useId();
  const select = useSelect();
  return (
    <ChakraMenu.RadioItemGroup
      value={`${group}/${value}`}
      onValueChange={(chosen) => {
        const option = options.find((each) => `${group}/${each.value}` === chosen.value);
        if (option) select(() => onChange(option.value));
      }}
    >
      <ChakraMenu.ItemGroupLabel srOnly>{label}</ChakraMenu.ItemGroupLabel>
      {options.map((option) => (
        <ChakraMenu.RadioItem
          key={option.value}
          value={`${group}/${option.value}`}
          valueText={option.label}
          lang={option.lang}
        >
          <chakra.span flex="1">{option.label}</chakra.span>
          {option.value === value && <Check aria-hidden />}
        </ChakraMenu.RadioItem>
      ))}
    </ChakraMenu.RadioItemGroup>
  );
};

export const Sub = ({ label, icon, children }: SubMenuProps) => (
  <ChakraMenu.Root
    {...shared}
    loopFocus
    // Chakra begins on the right; on a phone neither side has space.
    positioning={{ ...positioning, flip: ['left-start', 'bottom-end'] }}
  >
    <ChakraMenu.TriggerItem>
      {icon}
      <chakra.span flex="1">{label}</chakra.span>
      <ChevronRight aria-hidden />
    </ChakraMenu.TriggerItem>
    <Content>{children}</Content>
  </ChakraMenu.Root>
);

export const Separator = () => <ChakraMenu.Separator />;
