export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

export type FreeQuery = Readonly<Record<string, QueryValue | Readonly<Record<string, QueryValue>>>>;

/**
 * The query of a list: `{ page: 2, order: { name: 'asc' }, customer: ['a', 'b'] }` becomes
 * `?page=2&order[name]=asc&customer[]=a&customer[]=b`. What is undefined is left out.
 */
export function queryString(query: FreeQuery): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: QueryValue) => {
    if (value === undefined) return;
    if (typeof value === 'object') for (const one of value) parameters.append(`${name}[]`, String(one));
    else parameters.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) {
    if (isNested(value)) for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else add(name, value);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

const isNested = (
  value: QueryValue | Readonly<Record<string, QueryValue>>,
): value is Readonly<Record<string, QueryValue>> => typeof value === 'object' && !Array.isArray(value);

/** The query of a list without its page, as tasks and exports take it. */
export function listText({ page: _page, pageSize: _pageSize, ...query }: FreeQuery): string {
  return queryString(query).slice(1);
}
