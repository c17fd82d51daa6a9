/** Characters of a token that a client can send as `Authorization: Bearer TOKEN` (RFC 6750, 2.1). */
export const BEARER_TOKEN = {
  test: /^[\w.~+/-]+=*$/,
  says: 'made of letters, digits and -._~+/, with = only at its end: clients cannot send others in a bearer token',
};
