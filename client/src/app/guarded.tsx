import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { mustAgree } from '#client/api/terms.ts';
import { AppError } from '#protocol/app-error.ts';
import { useAuthenticated } from './account.ts';
import { guard, type RouteNeed } from './guard.ts';
import { TermsScreen } from './screens.ts';
import { Splash } from './splash.tsx';

/** The token is not, or no longer, that of a user. */
const isNobody = (error: Error): boolean =>
  error instanceof AppError && (error.status === 401 || error.status === 403 || error.status === 404);

/** Shows its routes to those the guard lets through and redirects everyone else; also later, on a sign-out elsewhere. */
export const Guarded = ({ need }: { readonly need: RouteNeed }) => {
  const { pathname, search, hash } = useLocation();
  const authenticated = useAuthenticated();
  const { data, error, failureCount } = useQuery({ ...currentUserQuery(), enabled: authenticated });
  if (authenticated && !data && !error) return <Splash unanswered={failureCount > 0} />;
  // The server cannot be asked: that is no reason to sign out.
  if (error && !data && !isNobody(error)) throw error;
  const user = authenticated ? (data ?? null) : null;
  const instead = guard(need, user, pathname + search + hash);
  if (instead !== null || user === null) return <Navigate to={instead ?? '/signin'} replace />;
  return mustAgree(user) ? <TermsScreen /> : <Outlet />;
};
