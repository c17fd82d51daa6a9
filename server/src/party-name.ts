import type { DeviceId, UserId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { beginningOf } from '#protocol/text.ts';

/** As `PartySchema` allows; nicknames are shorter than this anyway. */
const MAX_NAME_LENGTH = 200;

/** What others read of a user: the nickname, else what stands before the `@` of the mail address. The address itself is not theirs (C7). */
export const shownUserName = ({
  nickname,
  mail,
}: {
  readonly nickname: string;
  readonly mail: string;
}): string => nickname || mail.replace(/@[^@]*$/, '');

/** A user as others read it in calls and rings. */
export const userParty = (user: {
  readonly id: UserId;
  readonly nickname: string;
  readonly mail: string;
}): Party => ({ kind: 'user', id: user.id, name: beginningOf(shownUserName(user), MAX_NAME_LENGTH) });

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
