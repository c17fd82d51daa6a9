import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundOwnersQuery, type Owner } from '#client/api/queries/manage/owners.ts';
import { SearchPicker } from '#client/features/manage/pick/search-picker.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';

export interface InvitingFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
}

/** On behalf of which user or device someone is invited. */
export const InvitingField = ({ name, error, onChange }: InvitingFieldProps) => {
  const { t } = useLingui();
  const { customerIds } = useScope();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<Owner | null>(null);
  const query = useQuery(foundOwnersQuery(customerIds, search.trim()));
  const { data, isPlaceholderData, error: failure, refetch } = query;
  return (
    <SearchPicker
      label={t`Who invites?`}
      placeholder={t`Name, e-mail address or serial number`}
      name={name}
      error={error}
      search={search}
      onSearch={setSearch}
      found={data}
      stale={isPlaceholderData}
      failed={failure && <LoadingFailed error={failure} onRetry={() => void refetch()} />}
      chosen={chosen}
      onChoose={(owner) => {
        setChosen(owner);
        onChange();
      }}
    />
  );
};
