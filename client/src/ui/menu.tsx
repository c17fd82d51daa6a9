import { Menu as ChakraMenu, chakra, Portal, type SystemStyleObject } from '@chakra-ui/react';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

const contentStyle: SystemStyleObject = {
  zIndex: 'menu',
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
  _open: { animation: 'rise 160ms' },
};

const itemStyle: SystemStyleObject = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '11',
  px: '3',
  borderRadius: 'sm',
  textStyle: 'small',
  fontWeight: 'medium',
  cursor: 'pointer',
  userSelect: 'none',
  outline: 'none',
  '& > svg': { width: '1.125rem', height: '1.125rem', color: 'ink.muted', flexShrink: '0' },
  _highlighted: { bg: 'primary.subtle', color: 'primary.onSubtle', '& > svg': { color: 'inherit' } },
  _disabled: { opacity: '0.5' },
};

export interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly placement?: 'bottom-end' | 'bottom-start' | 'top' | 'top-end' | 'top-start';
  /** Open from the start: for a menu that is loaded when it is first asked for. */
  readonly defaultOpen?: boolean;
}

/** What a button opens; arrow keys, typing ahead and Escape work in it. */
export const Menu = ({ trigger, children, placement = 'bottom-end', defaultOpen = false }: MenuProps) => (
  <ChakraMenu.Root positioning={{ placement }} defaultOpen={defaultOpen} lazyMount unmountOnExit>
    <ChakraMenu.Trigger asChild>{trigger}</ChakraMenu.Trigger>
    <Portal>
      <ChakraMenu.Positioner zIndex="menu">
        <ChakraMenu.Content css={contentStyle}>{children}</ChakraMenu.Content>
      </ChakraMenu.Positioner>
    </Portal>
  </ChakraMenu.Root>
);

export interface MenuItemProps {
  /** Unique within the menu. */
  readonly value: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly dangerous?: boolean;
}

export const MenuItem = ({ value, icon, children, onSelect, disabled, dangerous }: MenuItemProps) => (
  <ChakraMenu.Item
    value={value}
    disabled={disabled}
    onSelect={onSelect}
    css={itemStyle}
    color={dangerous ? 'danger' : undefined}
  >
    {icon}
    {children}
  </ChakraMenu.Item>
);

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
}: MenuChoiceProps<Value>) => (
  <ChakraMenu.RadioItemGroup
    aria-label={label}
    value={value}
    onValueChange={(details) => {
      const chosen = options.find((option) => option.value === details.value);
      if (chosen) onChange(chosen.value);
    }}
  >
    {options.map((option) => (
      <ChakraMenu.RadioItem key={option.value} value={option.value} css={itemStyle} lang={option.lang}>
        <chakra.span flex="1">{option.label}</chakra.span>
        <ChakraMenu.ItemIndicator display="flex">
          <Check size={18} aria-hidden />
        </ChakraMenu.ItemIndicator>
      </ChakraMenu.RadioItem>
    ))}
  </ChakraMenu.RadioItemGroup>
);

export interface SubMenuProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A menu within a menu. */
export const SubMenu = ({ label, icon, children }: SubMenuProps) => (
  <ChakraMenu.Root positioning={{ placement: 'left-start', gutter: 4 }} lazyMount unmountOnExit>
    <ChakraMenu.TriggerItem css={itemStyle}>
      {icon}
      <chakra.span flex="1">{label}</chakra.span>
      <ChevronRight aria-hidden />
    </ChakraMenu.TriggerItem>
    <Portal>
      <ChakraMenu.Positioner zIndex="menu">
        <ChakraMenu.Content css={contentStyle}>{children}</ChakraMenu.Content>
      </ChakraMenu.Positioner>
    </Portal>
  </ChakraMenu.Root>
);

export const MenuSeparator = () => (
  <ChakraMenu.Separator my="1.5" mx="2" borderTop="1px solid" borderColor="line" />
);
