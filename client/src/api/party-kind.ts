/** Of a user or a device, by its address in the API. */
export const kindOfParty = (address: string): 'user' | 'device' =>
  address.includes('/devices/') ? 'device' : 'user';
