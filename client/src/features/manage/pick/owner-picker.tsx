import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundOwnersQuery, type Owner } from '#client/api/queries/manage/owners.ts';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SearchPicker } from './search-picker.tsx';

export interface OwnerPickerProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly chosen: Owner | null;
  readonly onChoose: (owner: Owner | null) => void;
}

/** Chooses the user or device that something will belong to, within the customer of the address. */
export const OwnerPicker = ({ name, error, chosen, onChoose }: OwnerPickerProps) => {
  const { t } = useLingui();
  const { customerIds } = useScope();
  const [search, setSearch] = useState('');
  const query = useQuery(foundOwnersQuery(customerIds, search.trim()));
  const { data, isPlaceholderData, error: failure, refetch } = query;
  return (
    <SearchPicker
      label={t`Owner`}
      placeholder={t`Name, e-mail address or serial number`}
      name={name}
      error={error}
      search={search}
      onSearch={setSearch}
      found={data}
      stale={isPlaceholderData}
      failed={failure && <LoadingFailed error={failure} onRetry={() => void refetch()} />}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
};
