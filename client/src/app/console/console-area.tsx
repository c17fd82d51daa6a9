import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { mustAgree } from '#client/api/terms.ts';
import { useAuthenticated } from '#client/app/account.ts';
import { openAccountSignal } from '#client/app/account-signal.ts';
import { guard } from '#client/app/guard.ts';
import { isNobody } from '#client/app/guarded.tsx';
import { sayOutdated } from '#client/app/say-outdated.tsx';
import { TermsScreen } from '#client/app/screens.ts';
import { Splash } from '#client/app/splash.tsx';
import {
  type ConsoleAccount,
  useConsoleAccountState,
} from '#client/features/manage/shell/use-console-account.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { ConsoleRoutes } from './console-routes.tsx';

/** A manager has the connection that every signed-in user has (signed-in-layout.tsx). */
function useAdminSignal(account: ConsoleAccount | undefined): void {
  const queryClient = useQueryClient();
  const adminId =
    account?.kind === 'admin' && account.admin.verified === 'VERIFIED' ? account.admin.id : null;
  useEffect(() => {
    if (adminId !== null) return openAccountSignal(queryClient, sayOutdated);
  }, [adminId, queryClient]);
}

const guarded = (account: ConsoleAccount) =>
  account.kind === 'admin' ? { verified: account.admin.verified, isManager: true } : account.user;

/** Whether the signed-in user has lost their management while the console was open. Tells them once. */
function useDemoted(account: ConsoleAccount | undefined): boolean {
  const managed = useRef(false);
  const isUser = account?.kind === 'manager';
  const isManager = isUser && account.user.isManager;
  const demoted = isUser && !isManager && managed.current;
  useEffect(() => {
    managed.current = isManager;
    if (demoted) showSnackbar('info', <Trans>You’re no longer a manager.</Trans>);
  }, [isManager, demoted]);
  return demoted;
}

/** Shows the console to verified managers and administrators, and sends everyone else to its door; also on a later sign-out. */
export const ConsoleArea = () => {
  const { pathname, search, hash } = useLocation();
  const authenticated = useAuthenticated();
  const queryClient = useQueryClient();
  const { account, error } = useConsoleAccountState();
  useAdminSignal(account);
  const demoted = useDemoted(account);
  if (authenticated && !account && !error) return <Splash onBack={() => readMissing(queryClient)} />;
  // The server cannot be asked: that is no reason to sign out.
  if (error && !account && !isNobody(error)) throw error;
  if (demoted) return <Navigate to="/user" replace />;
  const instead = guard('manager', account ? guarded(account) : null, pathname + search + hash);
  if (instead !== null || account === undefined)
    return <Navigate to={instead ?? '/manager/signin'} replace />;
  return account.kind === 'manager' && mustAgree(account.user) ? <TermsScreen /> : <ConsoleRoutes />;
};
