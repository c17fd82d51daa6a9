import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Tagged } from '#client/api/call-api.ts';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { ObjectPage, type ObjectTab } from '#client/features/manage/shell/object-page.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import { AppError } from '#protocol/app-error.ts';

/** `tab` stands in the address: '' for the first. */
export interface PartyTab<Party> extends ObjectTab<string> {
  readonly show: (party: Party) => ReactNode;
}

export interface PartyPageProps<Party> {
  readonly read: Pick<UseQueryResult<Tagged<Party>>, 'data' | 'error' | 'refetch'>;
  /** The list that it is of, below `/manager`. */
  readonly list: { readonly to: string; readonly label: string };
  readonly tabs: readonly PartyTab<Party>[];
  readonly nameOf: (party: Party) => string;
  /** Beside the name. */
  readonly state: (party: Party) => ReactNode;
  /** Entries of its menu. */
  readonly menu: (party: Party) => ReactNode;
  /** What is asked about it, around the page. */
  readonly Dialogs: ComponentType<{ readonly children: ReactNode; readonly onDeleted: () => void }>;
}

/** The page of a user or device, and what is below it. */
export const PartyPage = <Party extends { readonly id: string }>({
  read: { data, error, refetch },
  list,
  tabs,
  nameOf,
  state,
  menu,
  Dialogs,
}: PartyPageProps<Party>) => {
  const { tab = '' } = useParams();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const edit = useAddressDialog('edit');
  const shown = tabs.find((each) => each.tab === tab);
  const gone = error instanceof AppError && error.status === 404;
  if (!shown || gone) return <NotFoundPage />;
  if (error && !data) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} />;
  const party = data.item;
  return (
    <Dialogs onDeleted={() => void navigate(pathOf(list.to), { replace: true })}>
      <ObjectPage
        name={nameOf(party)}
        list={list}
        to={`${list.to}/${party.id}`}
        tabs={tabs}
        tab={tab}
        state={state(party)}
        onEdit={() => edit.open(party.id)}
        menu={menu(party)}
      >
        {shown.show(party)}
      </ObjectPage>
    </Dialogs>
  );
};
