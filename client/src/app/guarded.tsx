import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { currentServicesQuery } from '#client/api/queries/current-services.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { readMissing } from '#client/api/queries/read-missing.ts';
import { mustAgree } from '#client/api/terms.ts';
import { AppError } from '#protocol/app-error.ts';
import { useIsUser } from './account.ts';
import { guard } from './guard.ts';
import { TermsScreen } from './screens.ts';
import { Splash } from './splash.tsx';

/** The token is not, or no longer, that of a user. */
export const isNobody = (error: Error): boolean =>
  error instanceof AppError && (error.status === 401 || error.status === 403 || error.status === 404);

/** Shows its routes to the users that the guard lets through and redirects everyone else; also later, on a sign-out elsewhere. */
export const Guarded = () => {
  const { pathname, search, hash } = useLocation();
  const authenticated = useIsUser();
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...currentUserQuery(), enabled: authenticated });
  const services = useQuery({ ...currentServicesQuery(), enabled: authenticated });
  // What the screens offer depends on the services: their buttons would push aside what stands below.
  const waits = (!data && !error) || (!services.isFetched && services.failureCount === 0);
  if (authenticated && waits) return <Splash onBack={() => readMissing(queryClient)} />;
  // The server cannot be asked: that is no reason to sign out.
  if (error && !data && !isNobody(error)) throw error;
  const user = authenticated ? (data ?? null) : null;
  const instead = guard('user', user, pathname + search + hash);
  if (instead !== null || user === null) return <Navigate to={instead ?? '/signin'} replace />;
  return mustAgree(user) ? <TermsScreen /> : <Outlet />;
};
