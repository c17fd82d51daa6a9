import { chakra } from '@chakra-ui/react';
import { Check, ChevronRight } from 'lucide-react';
import {
  Activity,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { focusChosen, moveInMenu } from './menu-keys.ts';
import { type MenuPlacement, placeMenu } from './menu-place.ts';

const Surface = chakra('div', {
  base: {
    position: 'fixed',
    inset: 'auto',
    m: '0',
    minW: '56',
    // Not of the room beside the place where it stood before.
    width: 'max',
    maxW: 'calc(100vw - 1rem)',
    maxH: 'calc(100dvh - 1rem)',
    overflowY: 'auto',
    p: '1.5',
    bg: 'contents.raised',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'md',
    boxShadow: 'lg',
    outline: 'none',
    // Until it has its place.
    visibility: 'hidden',
  },
});

const Item = chakra('button', {
  base: {
    appearance: 'none',
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minH: '11',
    px: '3',
    border: '0',
    borderRadius: 'sm',
    bg: 'transparent',
    color: 'inherit',
    textStyle: 'small',
    fontWeight: 'medium',
    fontFamily: 'inherit',
    textAlign: 'start',
    userSelect: 'none',
    outlineOffset: '-2px',
    '& > svg': { width: '1.125rem', height: '1.125rem', color: 'ink.muted', flexShrink: '0' },
    _hover: { bg: 'primary.subtle', color: 'primary.onSubtle', '& > svg': { color: 'inherit' } },
    _focus: { bg: 'primary.subtle', color: 'primary.onSubtle', '& > svg': { color: 'inherit' } },
    _disabled: { opacity: '0.5' },
  },
  variants: { dangerous: { true: { color: 'danger' } } },
});

/** Closes the outermost menu, and with it all within. */
const CloseContext = createContext<() => void>(() => {});

interface TriggerProps {
  id?: string;
  popoverTarget?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPointerEnter?: () => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: () => void;
  onBlur?: () => void;
}

export interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly children: ReactNode;
  readonly placement?: Exclude<MenuPlacement, 'beside'>;
}

/**
 * What a button opens. The browser's own popover: in the top layer, closed by Escape and by a click elsewhere.
 */
export const Menu = ({ trigger, children, placement = 'bottom-end' }: MenuProps) => {
  const id = useId();
  const triggerId = `${id}-trigger`;
  const surface = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  /** Someone points at the button, or stands on it: what it opens is made ready, and there as soon as it is pressed. */
  const [meant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  const forget = () => setMeant(false);
  return (
    <>
      {cloneElement(trigger, {
        id: triggerId,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          surface.current?.showPopover();
        },
        onPointerEnter: mean,
        // A finger leaves before it has pressed.
        onPointerLeave: ({ pointerType }) => pointerType !== 'touch' && forget(),
        onFocus: mean,
        onBlur: forget,
      })}
      <CloseContext value={() => surface.current?.hidePopover()}>
        <MenuSurface
          ref={surface}
          id={id}
          triggerId={triggerId}
          placement={placement}
          open={open}
          ready={meant}
          onOpenChange={setOpen}
          onKey={(key, menu) => moveInMenu(menu, key)}
        >
          {children}
        </MenuSurface>
      </CloseContext>
    </>
  );
};

interface MenuSurfaceProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly id: string;
  readonly triggerId: string;
  readonly placement: MenuPlacement;
  readonly open: boolean;
  /** Its items are made while it is still closed. */
  readonly ready?: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Returns whether the key meant something here. */
  readonly onKey: (key: string, menu: HTMLElement) => boolean;
  readonly children: ReactNode;
}

const MenuSurface = ({
  ref,
  id,
  triggerId,
  placement,
  open,
  ready = false,
  onOpenChange,
  onKey,
  children,
}: MenuSurfaceProps) => {
  const place = useEffectEvent((surface: HTMLElement) => {
    const trigger = document.getElementById(triggerId);
    if (!trigger) return;
    const { left, top } = placeMenu(
      trigger.getBoundingClientRect(),
      surface.getBoundingClientRect(),
      placement,
      { width: document.documentElement.clientWidth, height: window.innerHeight },
    );
    Object.assign(surface.style, { left: `${left}px`, top: `${top}px`, visibility: 'visible' });
  });
  /** No one has moved in it since it was opened. */
  const untouched = useRef(true);
  useEffect(() => {
    const surface = ref.current;
    if (!open || !surface) return;
    // A phone is turned, a panel opens beside it.
    const placeAgain = () => place(surface);
    window.addEventListener('resize', placeAgain);
    // Items come while it is open: what a call offers is not known at once. Who has not moved yet is still at the beginning.
    const growing = new ResizeObserver(() => {
      placeAgain();
      if (untouched.current && surface.contains(document.activeElement)) focusChosen(surface);
    });
    growing.observe(surface);
    return () => {
      window.removeEventListener('resize', placeAgain);
      growing.disconnect();
    };
  }, [open, ref]);
  return (
    <Surface
      ref={ref}
      id={id}
      popover="auto"
      role="menu"
      aria-labelledby={triggerId}
      onBeforeToggle={(event) => {
        // The items must be there when `toggle` gives one of them the focus, which may come before React's own time.
        if (event.target === event.currentTarget && event.newState === 'open') {
          flushSync(() => onOpenChange(true));
        }
      }}
      onToggle={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.newState === 'open') {
          untouched.current = true;
          place(event.currentTarget);
          focusChosen(event.currentTarget);
        } else {
          event.currentTarget.style.visibility = 'hidden';
          onOpenChange(false);
          // The browser gives the focus back from outermost popovers only; what was clicked elsewhere keeps it.
          const active = document.activeElement;
          const nowhere = active === document.body || event.currentTarget.contains(active);
          if (nowhere) document.getElementById(triggerId)?.focus();
        }
      }}
      onPointerMove={() => {
        untouched.current = false;
      }}
      onKeyDown={(event) => {
        untouched.current = false;
        if (event.key === 'Tab') event.currentTarget.hidePopover();
        else if (onKey(event.key, event.currentTarget)) event.preventDefault();
        // A menu within a menu keeps its keys; Escape is the browser's.
        event.stopPropagation();
      }}
    >
      {(open || ready) && <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>}
    </Surface>
  );
};

export interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly dangerous?: boolean;
}

export const MenuItem = ({ icon, children, onSelect, disabled, dangerous }: MenuItemProps) => {
  const close = useContext(CloseContext);
  return (
    <Item
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={disabled}
      dangerous={dangerous}
      onClick={() => {
        close();
        onSelect();
      }}
    >
      {icon}
      {children}
    </Item>
  );
};

export interface MenuChoiceProps<Value extends string> {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of several, the present one ticked. */
export const MenuChoice = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) => {
  const close = useContext(CloseContext);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of menu items is not a set of form fields.
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <Item
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          lang={option.lang}
          onClick={() => {
            close();
            onChange(option.value);
          }}
        >
          <chakra.span flex="1">{option.label}</chakra.span>
          {option.value === value && <Check aria-hidden />}
        </Item>
      ))}
    </div>
  );
};

export interface SubMenuProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A menu within a menu. */
export const SubMenu = ({ label, icon, children }: SubMenuProps) => {
  const id = useId();
  const triggerId = `${id}-trigger`;
  const surface = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Item
        type="button"
        role="menuitem"
        id={triggerId}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowRight') return;
          event.preventDefault();
          surface.current?.showPopover();
        }}
      >
        {icon}
        <chakra.span flex="1">{label}</chakra.span>
        <ChevronRight aria-hidden />
      </Item>
      <MenuSurface
        ref={surface}
        id={id}
        triggerId={triggerId}
        placement="beside"
        open={open}
        onOpenChange={setOpen}
        onKey={(key, menu) => {
          if (key !== 'ArrowLeft') return moveInMenu(menu, key);
          menu.hidePopover();
          return true;
        }}
      >
        {children}
      </MenuSurface>
    </>
  );
};

export const MenuSeparator = chakra('hr', {
  base: { my: '1.5', mx: '2', border: '0', borderTop: '1px solid', borderColor: 'line' },
});
