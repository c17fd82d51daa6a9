import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Language } from '#client/i18n/language.ts';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx';
import { TOUCH_ONLY } from '#client/ui/touch-only.ts';
import { singleKeysAtom } from '#client/ui/ui-state.ts';
import { BarButton } from './bar-button.tsx';
import { WIDE_BAR } from './bar-width.ts';
import { useIsKiosk } from './call-paths.ts';

/** Something that can be done in a call and that needs no button of its own. */
export interface MoreItem {
  /** For tests and as the React key. */
  readonly id: string;
  /** Of lucide-react. */
  readonly icon: ReactNode;
  readonly label: string;
  /** The language of the label, if it differs from that of the page. */
  readonly lang?: Language;
  /** Below the label: why it cannot be done here, or what it will do. */
  readonly hint?: string | undefined;
  /** A single key, shown at the end. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  /** It has a button of its own where there is space for it. */
  readonly narrowOnly?: boolean;
  readonly onSelect: () => void;
}

export interface MoreMenuProps {
  /** Groups of items, a line between them; empty ones are left out. */
  readonly groups: readonly (readonly MoreItem[])[];
}

const hiddenWhereRoomy = { [WIDE_BAR]: { display: 'none' } };
/** A kiosk has these items in its menu only. */
const useHiddenWhereRoomy = () => (useIsKiosk() ? undefined : hiddenWhereRoomy);
const hiddenOnTouch = { [`@media ${TOUCH_ONLY}`]: { display: 'none' } };

/** All that a call can do besides what has a button. */
export const MoreMenu = ({ groups }: MoreMenuProps) => {
  const { t } = useLingui();
  const hidden = useHiddenWhereRoomy();
  const last = groups.findLastIndex((items) => items.length > 0);
  if (last < 0) return null;
  return (
    <Menu
      placement="top"
      trigger={
        <BarButton label={t`More`} word={t`More`} data-testid="more">
          <Ellipsis aria-hidden />
        </BarButton>
      }
    >
      {groups.map(
        (items, index) =>
          items.length > 0 && (
            <chakra.div
              // Not by what is in it: the focused item keeps the focus when others come above it.
              // biome-ignore lint/suspicious/noArrayIndexKey: a call's groups keep their order.
              key={index}
              role="none"
              css={items.every((item) => item.narrowOnly) ? hidden : undefined}
            >
              {items.map((item) => (
                <Item key={item.id} item={item} />
              ))}
              {/* Below and not above: the first group may be for narrow screens only, and then takes its line along. */}
              {index < last && <MenuSeparator />}
            </chakra.div>
          ),
      )}
    </Menu>
  );
};

const Item = ({ item }: { readonly item: MoreItem }) => {
  const singleKeys = useAtomValue(singleKeysAtom);
  const hidden = useHiddenWhereRoomy();
  return (
    <chakra.div role="none" data-testid={`more-${item.id}`} css={item.narrowOnly ? hidden : undefined}>
      <MenuItem icon={item.icon} disabled={item.disabled ?? false} onSelect={item.onSelect}>
        <chakra.span flex="1" minW="0" py="1.5" lang={item.lang}>
          {item.label}
          {item.hint && (
            <chakra.span
              display="block"
              maxW="16rem"
              textStyle="caption"
              fontWeight="normal"
              color="ink.muted"
              whiteSpace="normal"
            >
              {item.hint}
            </chakra.span>
          )}
        </chakra.span>
        {item.shortcut && singleKeys && (
          <chakra.kbd aria-hidden textStyle="caption" color="ink.subtle" ps="4" css={hiddenOnTouch}>
            {item.shortcut}
          </chakra.kbd>
        )}
      </MenuItem>
    </chakra.div>
  );
};
