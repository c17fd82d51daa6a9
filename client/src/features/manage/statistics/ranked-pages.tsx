import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { RANKED_PAGE } from '#client/api/queries/manage/statistics.ts';
import { Button } from '#client/ui/button.tsx';

export interface RankedPagesProps {
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A ranking goes on on further pages. */
export const RankedPages = ({ total, page, onPage }: RankedPagesProps) => {
  if (total <= RANKED_PAGE) return null;
  const [first, last] = [(page - 1) * RANKED_PAGE + 1, Math.min(page * RANKED_PAGE, total)];
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="flex-end" gap="3" mt="3">
      <chakra.span textStyle="small" color="ink.muted" role="status">
        <Trans>
          {first}–{last} of {total}
        </Trans>
      </chakra.span>
      <Button size="sm" variant="outline" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <Trans>Previous</Trans>
      </Button>
      <Button size="sm" variant="outline" disabled={last >= total} onClick={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </chakra.div>
  );
};
