import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { chosenCount, chosenElsewhere, type Selection } from './selection.ts';
import { CARDS_WITH_BAR } from './table-styles.ts';

export interface SelectionBarProps {
  readonly selection: Selection;
  /** Of the rows on this page. */
  readonly ids: readonly string[];
  /** Of everything that matches. */
  readonly total: number;
  /** Buttons for the chosen rows, with the dialogs that they open, which stay when nothing is chosen any more. */
  readonly children?: ReactNode;
}

/** With as many lines as its buttons need. On a phone it stays below the header, unless it would leave no room for the rows. */
const BAR: ComponentProps<typeof chakra.div> = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minH: '11',
  px: '2',
  py: '1',
  zIndex: '1',
  bg: 'primary.subtle',
  color: 'primary.onSubtle',
  borderBottom: '1px solid',
  borderColor: 'line',
  textStyle: 'small',
  whiteSpace: 'nowrap',
  css: { [CARDS_WITH_BAR]: { position: 'sticky', top: 'calc(3rem + env(safe-area-inset-top))' } },
};
const ONLY_DIALOGS: ComponentProps<typeof chakra.div> = {
  display: 'contents',
  css: { '& > :not([data-actions]), & > [data-actions] > :not(dialog)': { display: 'none' } },
};

/** How many rows are chosen, what can be done with them, and the choice of everything that matches. */
export const SelectionBar = ({ selection, ids, total: all, children }: SelectionBarProps) => {
  const { t, i18n } = useLingui();
  const chosen = useSyncExternalStore(selection.subscribe, selection.get);
  const count = chosenCount(chosen);
  const total = i18n.number(all);
  const elsewhere = chosenElsewhere(chosen, ids);
  return (
    <chakra.div {...(count === 0 ? ONLY_DIALOGS : BAR)}>
      <IconButton label={t`Clear the selection`} size="sm" onClick={selection.clear}>
        <X />
      </IconButton>
      <chakra.span role="status" me="2">
        <Plural value={count} one="# selected" other="# selected" />
        {elsewhere > 0 && (
          <>
            {' · '}
            <Plural value={elsewhere} one="# not on this page" other="# not on this page" />
          </>
        )}
      </chakra.span>
      {/* On a wide screen they wrap together, so that none of them stands alone. */}
      <chakra.div
        data-actions
        display={{ base: 'contents', md: count === 0 ? 'contents' : 'flex' }}
        flexWrap="wrap"
        gap="2"
      >
        {children}
      </chakra.div>
      {chosen.kind === 'ids' && all > ids.length && (
        <Button variant="ghost" size="sm" px="3" onClick={() => selection.chooseAll(all)}>
          <Trans>Select all {total} that match</Trans>
        </Button>
      )}
    </chakra.div>
  );
};
