import { useQuery } from '@tanstack/react-query';
import { managedUserQuery } from '#client/api/queries/manage/users.ts';

/** The name of the user that the log is narrowed to. */
export const ActorName = ({ id }: { readonly id: string }) => {
  const { data } = useQuery({ ...managedUserQuery(id), retry: false });
  // Devices and administrators have other names, which the rows show.
  return <>{data?.item.name ?? id}</>;
};
