const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** In lower case, as the database writes ids. */
export const isUuid = (text: string): boolean => UUID.test(text);
