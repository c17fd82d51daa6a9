import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { memo, useId } from 'react';
import type { ManagedPage } from '#client/api/queries/manage/lists.ts';
import { useMeant } from '#client/features/manage/shell/use-meant.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { PAGE_SIZES, type PageSize } from '#client/ui/page-size.ts';
import { Select } from '#client/ui/select.tsx';
import { deepestPage } from '#protocol/rest/hydra.ts';
import type { PrepareList } from './use-managed-list.ts';
import type { TableAddressState } from './use-table-address.ts';

export interface TablePagerProps {
  readonly address: TableAddressState;
  readonly page: ManagedPage<unknown>;
  readonly prepare?: PrepareList | undefined;
}

/** Below a table. Whether there is a next page is the server's to say: a great total is an estimate, and has no last page. */
export const TablePager = ({ address, page, prepare }: TablePagerProps) => {
  const { t, i18n } = useLingui();
  const { items, isEstimate, hasNext } = page;
  const before = (address.page - 1) * address.pageSize;
  const [first, last] = [i18n.number(before + 1), i18n.number(before + items.length)];
  const total = i18n.number(page.total);
  const deepest = deepestPage(address.pageSize);
  const hasNumberedNext = hasNext && address.page < deepest;
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="4"
      minH="11"
      px="4"
      borderTop="1px solid"
      borderColor="line"
      textStyle="caption"
      color="ink.muted"
    >
      <PerPage pageSize={address.pageSize} onPageSize={address.setPageSize} />
      <chakra.nav aria-label={t`Pages`} display="inline-flex" alignItems="center" gap="1">
        <chakra.span me="2" whiteSpace="nowrap">
          {isEstimate ? (
            <Trans>
              {first}–{last} of about {total}
            </Trans>
          ) : (
            <Trans>
              {first}–{last} of {total}
            </Trans>
          )}
        </chakra.span>
        <PageButton
          label={t`First page`}
          disabled={address.page <= 1}
          to={1}
          onPage={address.setPage}
          prepare={prepare}
          Icon={ChevronFirst}
        />
        <PageButton
          label={t`Previous page`}
          disabled={address.page <= 1}
          to={address.page - 1}
          onPage={address.setPage}
          prepare={prepare}
          Icon={ChevronLeft}
        />
        <PageButton
          label={t`Next page`}
          disabled={!hasNumberedNext}
          to={address.page + 1}
          onPage={address.setPage}
          prepare={prepare}
          Icon={ChevronRight}
        />
        {!isEstimate && (
          <PageButton
            label={t`Last page`}
            disabled={!hasNumberedNext}
            to={Math.min(Math.ceil(page.total / address.pageSize), deepest)}
            onPage={address.setPage}
            prepare={prepare}
            Icon={ChevronLast}
          />
        )}
      </chakra.nav>
    </chakra.div>
  );
};

interface PerPageProps {
  readonly pageSize: PageSize;
  readonly onPageSize: (pageSize: PageSize) => void;
}

const PerPage = memo(({ pageSize, onPageSize }: PerPageProps) => {
  const sizeId = useId();
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" whiteSpace="nowrap">
      <chakra.label htmlFor={sizeId}>
        <Trans>Per page</Trans>
      </chakra.label>
      <Select
        id={sizeId}
        width="auto"
        minH={{ base: '11', md: '8' }}
        py="0"
        fontSize="0.8125rem"
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
        value={String(pageSize)}
        onChange={({ target }) => {
          const size = PAGE_SIZES.find((each) => String(each) === target.value);
          if (size) onPageSize(size);
        }}
      />
    </chakra.span>
  );
});

interface PageButtonProps {
  readonly label: string;
  readonly disabled: boolean;
  readonly to: number;
  readonly onPage: (page: number) => void;
  readonly prepare: PrepareList | undefined;
  readonly Icon: LucideIcon;
}

const PageButton = memo(({ onPage, prepare, to, Icon, ...button }: PageButtonProps) => {
  const meant = useMeant(() => prepare?.({ page: to }));
  return (
    <IconButton size="sm" {...button} {...meant} onClick={() => onPage(to)}>
      <Icon />
    </IconButton>
  );
});
