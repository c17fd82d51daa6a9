import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Admin, User } from '#client/api/api-types.ts';
import { currentAdminQuery } from '#client/api/queries/current-admin.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { tokenStore } from '#client/api/token-store.ts';
import { isAdminToken } from '#client/api/tokens.ts';
import { idOfIri } from '#protocol/rest/field.ts';

/** Who works in the console. */
export type ConsoleAccount =
  | { readonly kind: 'manager'; readonly user: User; readonly manages: readonly string[] }
  | { readonly kind: 'admin'; readonly admin: Admin };

export interface ConsoleAccountState {
  /** Undefined: not known yet, or none. */
  readonly account: ConsoleAccount | undefined;
  readonly error: Error | null;
  readonly failureCount: number;
}

/** Who is signed in, manager or administrator, as far as the server has said. */
export function useConsoleAccountState(): ConsoleAccountState {
  const token = useSyncExternalStore(tokenStore.subscribe, () =>
    tokenStore.state.authenticated ? tokenStore.state.token : null,
  );
  const isAdmin = isAdminToken(token);
  const user = useQuery({ ...currentUserQuery(), enabled: token !== null && !isAdmin });
  const admin = useQuery({ ...currentAdminQuery(), enabled: token !== null && isAdmin });
  const { error, failureCount } = isAdmin ? admin : user;
  const account = useMemo(() => accountOf(isAdmin, user.data, admin.data), [isAdmin, user.data, admin.data]);
  return { account: token === null ? undefined : account, error, failureCount };
}

const accountOf = (
  isAdmin: boolean,
  user: User | undefined,
  admin: Admin | undefined,
): ConsoleAccount | undefined => {
  if (isAdmin) return admin && { kind: 'admin', admin };
  return user && { kind: 'manager', user, manages: user.manages.map(idOfIri) };
};

/** The account of a screen of the console, which is shown to no one else. */
export function useConsoleAccount(): ConsoleAccount {
  const { account } = useConsoleAccountState();
  if (!account) throw new Error('A screen of the console is shown to managers and administrators');
  return account;
}

/** Whether there is a customer to choose at all. */
export function useHasSeveralCustomers(): boolean {
  const account = useConsoleAccount();
  return account.kind === 'admin' || account.manages.length > 1;
}
