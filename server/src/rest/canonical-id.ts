const ID = /^((?:\/api\/v1\/[a-z_]+\/)?)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** An id or the address of an item with its UUID in lower case, as the database and every answer write it; else the text itself. */
export const canonicalId = (text: string): string =>
  text.replace(ID, (_whole, address: string, id: string) => address + id.toLowerCase());
