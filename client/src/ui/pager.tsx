import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from './icon-button.tsx';
import { PAGE_SIZES } from './page-size.ts';
import { Select } from './select.tsx';
import type { ListState } from './use-list-state.ts';

export interface PagerProps {
  readonly list: Pick<ListState, 'page' | 'pageSize' | 'setPage' | 'setPageSize'>;
  /** Items on all pages; undefined until the server has answered. */
  readonly total: number | undefined;
}

/**
 * Below a list: the page, its size, and the total; a control with a single choice is left out. The last page is 1 until the
 * server answers.
 */
export const Pager = ({ list, total }: PagerProps) => {
  const { t } = useLingui();
  const sizeId = useId();
  const { page, pageSize } = list;
  const pages = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="4"
      rowGap="2"
      px={{ base: '4', md: '5' }}
      py="2"
      borderTop="1px solid"
      borderColor="line"
      textStyle="small"
      color="ink.muted"
    >
      {(total ?? 0) > PAGE_SIZES[0] && (
        <chakra.span display="flex" alignItems="center" gap="2" whiteSpace="nowrap">
          <chakra.label htmlFor={sizeId}>
            <Trans>Per page</Trans>
          </chakra.label>
          <Select
            id={sizeId}
            width="auto"
            minH="9"
            py="0"
            fontSize="0.875rem"
            options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
            value={String(pageSize)}
            onChange={(event) => list.setPageSize(Number(event.target.value))}
          />
        </chakra.span>
      )}
      <chakra.span display="flex" alignItems="center" gap="1" minH="9">
        <chakra.span me="2" aria-live="polite">
          {total !== undefined && <Trans>{total} in all</Trans>}
        </chakra.span>
        {(pages > 1 || page > 1) && (
          <chakra.nav aria-label={t`Pages`} display="inline-flex" alignItems="center" gap="1">
            <IconButton
              label={t`Previous page`}
              size="sm"
              disabled={page <= 1}
              onClick={() => list.setPage(page - 1)}
            >
              <ChevronLeft />
            </IconButton>
            <chakra.span whiteSpace="nowrap">
              <Trans>
                Page {page} of {pages}
              </Trans>
            </chakra.span>
            <IconButton
              label={t`Next page`}
              size="sm"
              disabled={page >= pages}
              onClick={() => list.setPage(page + 1)}
            >
              <ChevronRight />
            </IconButton>
          </chakra.nav>
        )}
      </chakra.span>
    </chakra.div>
  );
};
