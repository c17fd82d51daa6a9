/** Labels of letters, digits and hyphens (RFC 1123, 2.1), of which the last one is no number: that were an address (WHATWG URL, 3.5). */
const LABEL = '(?!-)[a-z0-9-]{1,63}(?<!-)';
const HOST_NAME = new RegExp(`^(${LABEL}\\.)*(?!(\\d+|0x[0-9a-f]*)\\.?$)${LABEL}\\.?$`, 'i');

export const isHostName = (text: string): boolean => HOST_NAME.test(text);
