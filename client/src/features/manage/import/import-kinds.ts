import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ImportedResource } from '#protocol/rest/resources/task.ts';

export interface ImportField {
  /** At the API. */
  readonly name: string;
  readonly label: MessageDescriptor;
  readonly required?: true;
  /** Headings that mean it, in small letters, beside its name and its label. */
  readonly aliases: readonly string[];
  readonly hint?: MessageDescriptor;
}

export interface ImportKind {
  readonly title: MessageDescriptor;
  /** How a row that is there already is known. */
  readonly key: MessageDescriptor;
  /** What the check before the import does not tell. */
  readonly unchecked?: MessageDescriptor;
  /** The list that the rows go to. */
  readonly list: string;
  readonly listTitle: MessageDescriptor;
  readonly fields: readonly ImportField[];
}

export const importKinds: Readonly<Record<ImportedResource, ImportKind>> = {
  users: {
    title: msg`Import users`,
    key: msg`Users are matched by e-mail address: existing users are updated, new users are added at once and get an invitation by e-mail. The number of invitations per day is limited; the rest follow on the next days.`,
    unchecked: msg`Whether an address belongs to someone of another customer shows only when its row is imported.`,
    list: '/manager/users',
    listTitle: msg`Users`,
    fields: [
      {
        name: 'email',
        label: msg`E-mail address`,
        required: true,
        aliases: ['mail', 'e-mail', 'メール', 'メールアドレス'],
      },
      { name: 'nickname', label: msg`Name`, aliases: ['name', 'nickname', '名前', '氏名', 'ニックネーム'] },
      {
        name: 'lang',
        label: msg`Language of e-mails`,
        aliases: ['language', '言語', 'メールの言語'],
        hint: msg`ja or en`,
      },
      {
        name: 'isManager',
        label: msg`Manager`,
        aliases: ['role', 'manager', '管理者', '役割'],
        hint: msg`yes or no`,
      },
    ],
  },
  devices: {
    title: msg`Import devices`,
    key: msg`Devices are matched by serial number: existing devices are updated, new devices have to be set up afterwards.`,
    unchecked: msg`Whether a serial number belongs to a device of another customer shows only when its row is imported.`,
    list: '/manager/devices',
    listTitle: msg`Devices`,
    fields: [
      {
        name: 'serialNumber',
        label: msg`Serial number`,
        required: true,
        aliases: ['serial', 'seriallong', 'シリアル', 'シリアル番号'],
      },
      { name: 'name', label: msg`Name`, aliases: ['名前', '端末名'] },
      { name: 'state', label: msg`State`, aliases: ['状態'], hint: msg`ENABLED or DISABLED` },
      {
        name: 'answersByItself',
        label: msg`Answers automatically`,
        aliases: ['auto answer', '自動応答'],
        hint: msg`yes or no`,
      },
    ],
  },
  pairs: {
    title: msg`Import pairs`,
    key: msg`Pairs are matched by “Invited by” and “Other side”: existing pairs are renamed, and for new pairs the invited side is asked to approve.`,
    unchecked: msg`Neither the check nor the import shows whether a serial number of the other side belongs to a device.`,
    list: '/manager/pairs',
    listTitle: msg`Pairs`,
    fields: [
      {
        name: 'owner',
        label: msg`Invited by`,
        required: true,
        aliases: ['from', '主催者', '所有者', '登録者'],
        hint: msg`E-mail address or serial number`,
      },
      {
        name: 'target',
        label: msg`Other side`,
        required: true,
        aliases: ['to', 'peer', '相手', '通話相手'],
        hint: msg`E-mail address or serial number`,
      },
      { name: 'name', label: msg`Name`, aliases: ['名前', '表示名'] },
    ],
  },
};

export const isImportedResource = (kind: string): kind is ImportedResource =>
  Object.hasOwn(importKinds, kind);

const otherSide = msg`Other side`;

/** The words for the fields of all imports, by their names at the API. */
export const importFieldLabels: Readonly<Record<string, MessageDescriptor>> = {
  ...Object.fromEntries(
    Object.values(importKinds).flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
  ),
  // A pair is made with one of these: what the column of the other side has is refused under its name.
  mail: otherSide,
  serialLong: otherSide,
};

/** The words for a field of any import, by its name at the API. */
export const importFieldLabel = (name: string): MessageDescriptor | undefined =>
  Object.hasOwn(importFieldLabels, name) ? importFieldLabels[name] : undefined;
