import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isUserSignedIn } from '#client/api/is-user-signed-in.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { groupQuery } from '#client/api/queries/group.ts';
import { tokenStore } from '#client/api/token-store.ts';

export interface OwnAccount {
  readonly pending: boolean;
  /** Null: no one is signed in, or the account has no name but its mail address, which guests do not show. */
  readonly name: string | null;
  /** The group is one of theirs: they need no guest link. */
  readonly member: boolean;
}

/** The account of someone who opens a guest link although they have one. */
export const useOwnAccount = (groupId: string | null): OwnAccount => {
  const isUser = useSyncExternalStore(tokenStore.subscribe, isUserSignedIn);
  const user = useQuery({ ...currentUserQuery(), enabled: isUser });
  const group = useQuery({ ...groupQuery(groupId ?? ''), enabled: isUser && groupId !== null });
  if (!isUser || !user.data) {
    return { pending: isUser && user.isLoading, name: null, member: false };
  }
  const member = group.data !== undefined && group.data !== null && takesPart(group.data);
  const name = user.data.nickname || (member ? user.data.name : null);
  return { pending: group.isLoading, name, member };
};

/** Those who may read a group without being in it, its managers, find all of it among `others`; a member is left out. */
const takesPart = ({
  others,
  memberPairs,
  guests,
}: {
  readonly others: readonly string[];
  readonly memberPairs: readonly string[];
  readonly guests: readonly string[];
}): boolean => others.length === memberPairs.length + guests.length;
