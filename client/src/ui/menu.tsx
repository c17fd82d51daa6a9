import { useLingui } from '@lingui/react/macro';
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { textOfError } from '#client/i18n/error-text.ts';
import { callPart, loadChunk } from '#client/load-chunk.ts';
import type {
  MenuChoiceProps,
  MenuItemProps,
  MenuPlacement,
  MenuRequest,
  SubMenuProps,
} from './menu-types.ts';
import { showSnackbar } from './snackbar.tsx';

/** Chakra's menu: 34 kB, loaded when the button of a menu is pointed at or focused, or a call stands. */
type MenuParts = typeof import('./menu-parts.tsx');

let loaded: MenuParts | null = null;

const loadParts = callPart(async (): Promise<MenuParts> => {
  loaded ??= await loadChunk(() => import('./menu-parts.tsx'));
  return loaded;
});

/** A transient menu has closed and given the focus back by then. */
const GONE_AFTER_MS = 300;

const MenuPartsContext = createContext<MenuParts | null>(null);

const useParts = (): MenuParts => {
  const parts = useContext(MenuPartsContext);
  if (!parts) throw new Error('Menu items are rendered in a Menu');
  return parts;
};

interface TriggerProps {
  id?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly children: ReactNode;
  readonly placement?: MenuPlacement;
  /** One of many in a list: it is there only while it is open. */
  readonly transient?: boolean;
}

export const Menu = ({ trigger, children, placement = 'bottom-end', transient = false }: MenuProps) => {
  const { i18n } = useLingui();
  const triggerId = useId();
  /** Null until the menu is meant. */
  const [parts, setParts] = useState<MenuParts | null>(null);
  const [request, setRequest] = useState<MenuRequest | null>(null);
  const [open, setOpen] = useState(false);
  const gone = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(gone.current), []);
  const prepare = () => void loadParts().then(transient ? undefined : setParts, () => {});
  const follow = (next: boolean) => {
    setOpen(next);
    if (next || !transient) return;
    setRequest(null);
    // Not before it has given the focus back.
    gone.current = setTimeout(() => setParts(null), GONE_AFTER_MS);
  };
  const ask = (type: MenuRequest['type']) => {
    clearTimeout(gone.current);
    setRequest({ type });
    loadParts().then(setParts, (error: unknown) => {
      setRequest(null);
      showSnackbar('error', i18n._(textOfError(error)));
    });
  };
  return (
    <>
      {/* Outside of Chakra's menu, so that the button stays the same element when that is loaded. */}
      {cloneElement(trigger, {
        id: triggerId,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: prepare,
        onFocus: prepare,
        onClick: ({ detail }) => {
          const byKey = detail === 0;
          if (open) ask('CLOSE');
          else ask(byKey ? 'OPEN_AUTOFOCUS' : 'OPEN');
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          ask('OPEN_AUTOFOCUS');
        },
      })}
      {parts && (
        <MenuPartsContext value={parts}>
          <parts.Surface triggerId={triggerId} placement={placement} request={request} onOpenChange={follow}>
            {children}
          </parts.Surface>
        </MenuPartsContext>
      )}
    </>
  );
};

export const MenuItem = (props: MenuItemProps) => {
  const { Item } = useParts();
  return <Item {...props} />;
};

/** One of several, the present one ticked. */
export const MenuChoice = <Value extends string>(props: MenuChoiceProps<Value>) => {
  const { Choice } = useParts();
  return <Choice {...props} />;
};

/** A menu within a menu. */
export const SubMenu = (props: SubMenuProps) => {
  const { Sub } = useParts();
  return <Sub {...props} />;
};

export const MenuSeparator = () => {
  const { Separator } = useParts();
  return <Separator />;
};
