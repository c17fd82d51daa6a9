import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { moveInList } from './move-in-list.ts';

export interface FoundDialogProps<Found> {
  readonly title: string;
  readonly searchLabel: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Of react-query. */
  readonly query: {
    readonly data: readonly Found[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Above the search. */
  readonly hint?: ReactNode;
  /** Where nothing is found. */
  readonly nothing: ReactNode;
  readonly onClose: () => void;
  /** A `FoundChoice` for each. */
  readonly children: (found: readonly Found[]) => ReactNode;
}

/** Chooses one of what is found by a few letters. */
export const FoundDialog = <Found,>({
  title,
  searchLabel,
  search,
  onSearch,
  query: { data, error, refetch },
  hint,
  nothing,
  onClose,
  children,
}: FoundDialogProps<Found>) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <Button variant="outline" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
    }
  >
    <chakra.div display="grid" gap="3" onKeyDown={moveInList}>
      {hint && <p>{hint}</p>}
      <SearchField label={searchLabel} value={search} onSearch={onSearch} />
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && (
        <chakra.ul listStyle="none" m="0" p="0" maxH="50dvh" overflowY="auto">
          {children(data)}
        </chakra.ul>
      )}
      {data?.length === 0 && <chakra.p role="status">{nothing}</chakra.p>}
    </chakra.div>
  </Dialog>
);

export interface FoundChoiceProps {
  readonly current?: boolean;
  /** At the end. */
  readonly mark?: ReactNode;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

export const FoundChoice = ({ current = false, mark, onChoose, children }: FoundChoiceProps) => (
  <li>
    <chakra.button
      type="button"
      aria-current={current || undefined}
      display="flex"
      alignItems="center"
      gap="3"
      width="full"
      minH="11"
      px="3"
      py="1"
      borderRadius="md"
      color="ink"
      textAlign="start"
      _hover={{ bg: 'primary.subtle' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      onClick={onChoose}
    >
      <chakra.span flex="1" minW="0">
        {children}
      </chakra.span>
      {mark}
    </chakra.button>
  </li>
);
