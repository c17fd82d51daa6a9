/** A media node ends with it where its settings are not valid: another start with the same ones would be of no use. EX_CONFIG of sysexits.h. */
export const INVALID_SETTINGS = 78;
