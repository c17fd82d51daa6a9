import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type MemberChoiceKind, memberChoicesQuery } from '#client/api/queries/groups.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Progress } from '#client/ui/progress.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { TwoLines } from '#client/ui/two-lines.tsx';

/** More than these are searched for. */
const SEARCH_FROM = 8;

export interface MemberPickerProps {
  /** Of the group: a user or a device. */
  readonly ownerId: string;
  readonly kind: MemberChoiceKind;
  /** Addresses of pairs. */
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  /** Where the owner has no pairs. */
  readonly empty: ReactNode;
}

/** Who of the owner's pairs is in a group. What is chosen stays chosen while one searches for others. */
export const MemberPicker = ({ ownerId, kind, chosen, onChange, empty }: MemberPickerProps) => {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { data, error, isFetching, refetch } = useQuery(memberChoicesQuery(ownerId, kind, search));
  const [searchable, setSearchable] = useState(false);
  if (data && data.items.length > SEARCH_FROM && !searchable) setSearchable(true);

  const toggle = (address: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(address);
    else next.delete(address);
    onChange(next);
  };
  return (
    <chakra.fieldset border="0" p="0" m="0" minW="0">
      <chakra.legend
        textStyle="label"
        p="0"
        mb="1.5"
        display="flex"
        width="full"
        justifyContent="space-between"
      >
        <Trans>Members</Trans>
        <chakra.span textStyle="caption" fontWeight="regular" color="ink.muted">
          <Trans>{chosen.size} chosen</Trans>
        </chakra.span>
      </chakra.legend>
      {searchable && (
        <chakra.div mb="2" display="flex">
          <SearchField label={t`Search members`} value={search} onSearch={setSearch} />
        </chakra.div>
      )}
      <chakra.div
        position="relative"
        borderWidth="1px"
        borderColor="line.control"
        borderRadius="md"
        bg="editor"
        maxH="52"
        overflowY="auto"
        px="3.5"
        // Scrolled by keyboard too.
        tabIndex={-1}
      >
        {isFetching && <Progress label={t`Loading`} />}
        {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
        {data?.items.map((pair) => (
          <Checkbox
            key={pair['@id']}
            checked={chosen.has(pair['@id'])}
            onChange={(event) => toggle(pair['@id'], event.target.checked)}
            details={pair.state === 'INVITED' && <Trans>Not approved yet</Trans>}
          >
            <TwoLines text={otherSideOf(ownerId, pair).label} />
          </Checkbox>
        ))}
        {data?.items.length === 0 && (
          <chakra.p py="3" textStyle="small" color="ink.muted">
            {search === '' ? empty : <Trans>No people or devices found</Trans>}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.fieldset>
  );
};
