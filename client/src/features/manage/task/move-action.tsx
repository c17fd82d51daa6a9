import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FreeQuery } from '#client/api/query-string.ts';
import { CustomerDialog } from '#client/features/manage/shell/customer-dialog.tsx';
import {
  useConsoleAccount,
  useHasSeveralCustomers,
} from '#client/features/manage/shell/use-console-account.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { iri } from '#protocol/rest/field.ts';
import { BulkAction } from './bulk-action.tsx';

export interface MoveActionProps {
  readonly path: 'users' | 'devices';
  readonly selection: Selection;
  readonly query: FreeQuery;
  /** What else happens. */
  readonly children?: ReactNode;
}

/** Moves the chosen rows to another customer, which is asked first; nothing where the account has only one. */
export const MoveAction = ({ children, ...list }: MoveActionProps) => {
  const { t } = useLingui();
  const account = useConsoleAccount();
  if (!useHasSeveralCustomers()) return null;
  return (
    <BulkAction
      action="merge"
      label={t`Move to another customer`}
      choice={({ onChosen, onClose }) => (
        <CustomerDialog
          account={account}
          chosen={null}
          onChoose={(customer) => {
            if (!customer) return;
            const { id, name } = customer;
            onChosen({
              body: { customer: iri('customers', id) },
              words: <Trans>They are moved to {name}.</Trans>,
            });
          }}
          onClose={onClose}
        />
      )}
      {...list}
    >
      {children}
    </BulkAction>
  );
};
