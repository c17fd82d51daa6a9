import { useSuspenseQuery } from '@tanstack/react-query';
import type { User } from '#client/api/api-types.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';

/** The user whose home this is: the guard has loaded it before the screen is shown. */
export const useOwnUser = (): User => useSuspenseQuery(currentUserQuery()).data;
