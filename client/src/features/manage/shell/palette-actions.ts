import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a button above a list begins. */
interface PaletteAction {
  /** The list with its dialog open, or the screen that does it. */
  readonly to: string;
  readonly label: MessageDescriptor;
  /** Names by which the palette finds it in either language: Japanese, kana and English. */
  readonly words: string;
  /** Its list is there for administrators alone, or only while no customer is chosen. */
  readonly only?: 'admin' | 'all-customers';
}

const ADD = '追加 ついか 新規 しんき アド add new';
const USERS = 'ユーザー 利用者 りようしゃ アカウント users person account';
const DEVICES = '端末 たんまつ デバイス キオスク タブレット devices kiosks tablets';
const PAIRS = '通話相手 つうわあいて ペア コンタクト pairs contacts';
const IMPORT = 'インポート いんぽーと 取り込み とりこみ import csv';

const actions: readonly PaletteAction[] = [
  { to: '/manager/users?add', label: msg`Add a user`, words: `${ADD} ${USERS}` },
  { to: '/manager/devices?add', label: msg`Add devices`, words: `${ADD} ${DEVICES}` },
  {
    to: '/manager/pairs?invite',
    label: msg`Invite to a pair`,
    words: `招待 しょうたい invite ${PAIRS}`,
  },
  {
    to: '/manager/groups?add',
    label: msg`Create group`,
    words: `${ADD} グループ 会議 かいぎ ミーティング 作成 さくせい create group meeting`,
  },
  {
    to: '/manager/notifications?add',
    label: msg`Add a notification`,
    words: `${ADD} お知らせ おしらせ 通知 つうち アナウンス notification announcement`,
  },
  {
    to: '/manager/webhooks?add',
    label: msg`Add a webhook`,
    words: `${ADD} ウェブフック ウエブフック webフック webhook`,
  },
  {
    to: '/manager/customer?add',
    label: msg`Add a customer`,
    words: `${ADD} 組織 そしき 顧客 こきゃく カスタマー テナント customer tenant`,
    only: 'all-customers',
  },
  {
    to: '/manager/admins?add',
    label: msg`Add an administrator`,
    words: `${ADD} 管理者 かんりしゃ アドミン administrator`,
    only: 'admin',
  },
  { to: '/manager/import/users', label: msg`Import users`, words: `${IMPORT} ${USERS}` },
  { to: '/manager/import/devices', label: msg`Import devices`, words: `${IMPORT} ${DEVICES}` },
  {
    to: '/manager/import/pairs',
    label: msg`Import pairs`,
    words: `${IMPORT} ${PAIRS}`,
  },
];

interface PaletteScope {
  readonly isAdmin: boolean;
  /** A customer is chosen. */
  readonly hasCustomer: boolean;
}

/** The actions whose buttons this account finds on the screens. */
export const paletteActions = ({ isAdmin, hasCustomer }: PaletteScope): readonly PaletteAction[] =>
  actions.filter(({ only }) => (only === 'admin' ? isAdmin : only !== 'all-customers' || !hasCustomer));
