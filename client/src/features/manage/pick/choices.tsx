import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** What can be chosen by a search. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly details?: string;
}

export interface ChoicesProps<Found extends Choice> {
  readonly id: string;
  readonly found: readonly Found[] | undefined;
  readonly failed: ReactNode;
  /** What is shown does not belong to what is typed. */
  readonly busy: boolean;
  /** Index of the one that Enter chooses; -1 if none. */
  readonly at: number;
  readonly chosen: Found | null;
  /** A press on one of them begins. */
  readonly onPress: () => void;
  readonly onChoose: (choice: Found) => void;
}

const Option = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '11',
    px: '3.5',
    py: '1.5',
    cursor: 'pointer',
    color: 'ink',
    _hover: { bg: 'contents.hover' },
    '&[data-active]': {
      bg: 'primary.subtle',
      color: 'primary.onSubtle',
      _highContrast: { outline: '2px solid SelectedItem', outlineOffset: '-2px' },
    },
  },
});

const keepInSight = (element: HTMLDivElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The list of a search picker, in the flow of the page, so that a dialog or a magnified page scrolls to it. */
export const Choices = <Found extends Choice>({
  id,
  found,
  failed,
  busy,
  at,
  chosen,
  onPress,
  onChoose,
}: ChoicesProps<Found>) => (
  <chakra.div
    borderWidth="1px"
    borderColor="line.control"
    borderRadius="md"
    bg="contents"
    boxShadow="md"
    maxH="60"
    overflowY="auto"
    tabIndex={-1}
  >
    {failed}
    {found?.length === 0 && (
      <chakra.p px="3.5" py="3" textStyle="small" color="ink.muted">
        <Trans>Nothing found</Trans>
      </chakra.p>
    )}
    <chakra.div id={id} role="listbox" aria-busy={busy} onPointerDown={onPress}>
      {found?.map((choice, index) => (
        <Option
          key={choice.value}
          id={`${id}-${index}`}
          ref={index === at ? keepInSight : undefined}
          role="option"
          aria-selected={choice.value === chosen?.value}
          data-active={index === at || undefined}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          <chakra.span flex="1" minW="0">
            <chakra.span display="block" truncate>
              {choice.label}
            </chakra.span>
            {choice.details && (
              <chakra.span display="block" textStyle="caption" color="ink.muted" truncate>
                {choice.details}
              </chakra.span>
            )}
          </chakra.span>
          {choice.value === chosen?.value && <Check size={18} aria-hidden />}
        </Option>
      ))}
    </chakra.div>
  </chakra.div>
);
