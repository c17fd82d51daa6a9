import type { Item } from '#client/api/api-types.ts';

export type Device = Item<'devices'>;

/** What people call it: its name, else its printed serial number. */
export const deviceName = ({ name, serialPrinted }: Pick<Device, 'name' | 'serialPrinted'>): string =>
  name || serialPrinted;
