import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#client/api/api-types.ts';
import { foundUsersQuery } from '#client/api/queries/manage/customer.ts';
import { FoundChoice, FoundDialog } from '#client/features/manage/shell/found-dialog.tsx';
import { Badge } from '#client/ui/badge.tsx';

export interface AddManagerDialogProps {
  /** Ids of those who manage already. */
  readonly managers: readonly string[];
  readonly onChoose: (user: User) => void;
  readonly onClose: () => void;
}

/** Finds a verified user by name or mail address. */
export const AddManagerDialog = ({ managers, onChoose, onClose }: AddManagerDialogProps) => {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const query = useQuery(foundUsersQuery(search));
  return (
    <FoundDialog
      title={t`Add a manager`}
      hint={<Trans>Only people with a verified e-mail address can become managers.</Trans>}
      searchLabel={t`Search by name or e-mail address`}
      search={search}
      onSearch={setSearch}
      query={{ ...query, data: query.data?.filter(({ id }) => !managers.includes(id)) }}
      nothing={<Trans>No users found</Trans>}
      onClose={onClose}
    >
      {(found) =>
        found.map((user) => (
          <FoundChoice
            key={user.id}
            mark={
              user.isManager && (
                <Badge>
                  <Trans>Manager</Trans>
                </Badge>
              )
            }
            onChoose={() => onChoose(user)}
          >
            {user.name}
            {user.name !== user.email && (
              <chakra.span display="block" textStyle="small" color="ink.muted">
                {user.email}
              </chakra.span>
            )}
          </FoundChoice>
        ))
      }
    </FoundDialog>
  );
};
