import type { ReactNode } from 'react';

/** An event of Chakra's menu machine; `OPEN_AUTOFOCUS` highlights the first item. A new object for each. */
export interface MenuRequest {
  readonly type: 'OPEN' | 'OPEN_AUTOFOCUS' | 'CLOSE';
}

export type MenuPlacement = 'bottom-end' | 'top';

export interface MenuItemProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  readonly dangerous?: boolean;
}

export interface MenuChoiceProps<Value extends string> {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
}

export interface SubMenuProps {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}
