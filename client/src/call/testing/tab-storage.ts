/** The storage of a browser or of one of its tabs, in memory; a copied tab starts with a copy of it. */
export const createStorage = (entries = new Map<string, string>()) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
  copy: () => createStorage(new Map(entries)),
});
