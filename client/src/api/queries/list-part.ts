/** Which part of a list is asked for; as the address of the screen says (ui/use-list-state.ts). */
export interface ListPart {
  readonly page: number;
  readonly pageSize: number;
  readonly search?: string;
  readonly sort: { readonly field: string; readonly direction: 'asc' | 'desc' } | null;
}

/** The query parameters of a part. What is not searched for is not sent: not every list can be searched. */
export const partQuery = ({ page, pageSize, search, sort }: ListPart) => ({
  page,
  pageSize,
  ...(search && { search }),
  ...(sort && { [`order[${sort.field}]`]: sort.direction }),
});

/** What identifies a part among the cached ones. */
export const partKey = ({ page, pageSize, search = '', sort }: ListPart) =>
  ({ page, pageSize, search, sort }) as const;
