export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/**
 * The query of a list: `{ page: 2, order: { name: 'asc' }, customer: ['a', 'b'] }` becomes
 * `?page=2&order[name]=asc&customer[]=a&customer[]=b`. What is undefined is left out.
 */
export function queryString(
  query: Readonly<Record<string, QueryValue | Readonly<Record<string, QueryValue>>>>,
): string {
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
