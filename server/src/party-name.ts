import type { DeviceId, UserId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { beginningOf } from '#protocol/text.ts';

/** As `PartySchema` allows; nicknames are shorter than this anyway. */
const MAX_NAME_LENGTH = 200;

/** What others read of a user: the nickname, else the mail address. */
export const userParty = (user: {
  readonly id: UserId;
  readonly nickname: string;
  readonly mail: string;
}): Party => ({ kind: 'user', id: user.id, name: beginningOf(user.nickname || user.mail, MAX_NAME_LENGTH) });

/** What others read of a device: its name, else its printed serial number. */
export const deviceParty = (device: {
  readonly id: DeviceId;
  readonly name: string;
  readonly serial_printed: string;
}): Party => ({
  kind: 'device',
  id: device.id,
  name: beginningOf(device.name || device.serial_printed, MAX_NAME_LENGTH),
});
