import { useQuery } from '@tanstack/react-query';
import { ownerNameQuery } from '#client/api/queries/manage/owners.ts';

/** The name of a user or device of which only the id is known, as in an address. */
export const OwnerName = ({ id }: { readonly id: string }) => <>{useQuery(ownerNameQuery(id)).data ?? id}</>;
