import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  Bell,
  Building2,
  ChartColumn,
  Clapperboard,
  History,
  House,
  Link2,
  ListChecks,
  type LucideIcon,
  Mails,
  MessagesSquare,
  PhoneCall,
  ScrollText,
  Server,
  ShieldCheck,
  TabletSmartphone,
  ToggleRight,
  Users,
  Webhook,
} from 'lucide-react';

export interface ConsoleItem {
  readonly to: string;
  readonly label: MessageDescriptor;
  readonly icon: LucideIcon;
  /** Names by which the palette finds it in either language: Japanese, kana and English. */
  readonly words: string;
  /** Shown to administrators alone. */
  readonly adminOnly?: true;
}

export interface ConsoleGroup {
  readonly label: MessageDescriptor;
  readonly items: readonly ConsoleItem[];
}

/** The screens at the side, in the order of a day's work. */
const groups: readonly ConsoleGroup[] = [
  {
    label: msg`Now`,
    items: [
      {
        to: '/manager',
        label: msg`Overview`,
        icon: House,
        words: '概要 がいよう ホーム ダッシュボード オーバービュー トップ overview home dashboard',
      },
      {
        to: '/manager/live',
        label: msg`Calls in progress`,
        icon: PhoneCall,
        words:
          '進行中の通話 しんこうちゅうのつうわ 通話中 つうわちゅう ライブ リアルタイム コール live calls in progress',
      },
      {
        to: '/manager/tasks',
        label: msg`Tasks`,
        icon: ListChecks,
        words: '一括処理 いっかつしょり タスク ジョブ バッチ インポート tasks jobs bulk import',
      },
    ],
  },
  {
    label: msg`Users and devices`,
    items: [
      {
        to: '/manager/users',
        label: msg`Users`,
        icon: Users,
        words: 'ユーザー 利用者 りようしゃ アカウント メンバー users people accounts',
      },
      {
        to: '/manager/devices',
        label: msg`Devices`,
        icon: TabletSmartphone,
        words: '端末 たんまつ デバイス キオスク タブレット 機器 きき devices kiosks tablets',
      },
      {
        to: '/manager/pairs',
        label: msg`Pairs`,
        icon: Link2,
        words:
          '通話相手 つうわあいて 承認 しょうにん ペア 招待 しょうたい コンタクト pairs invitations contacts',
      },
      {
        to: '/manager/groups',
        label: msg`Groups`,
        icon: MessagesSquare,
        words: 'グループ 会議 かいぎ ミーティング チーム groups meetings teams',
      },
    ],
  },
  {
    label: msg`Usage`,
    items: [
      {
        to: '/manager/statics',
        label: msg`Statistics`,
        icon: ChartColumn,
        words:
          '統計 とうけい グラフ チャート レポート 集計 しゅうけい statistics charts figures usage reports',
      },
      {
        to: '/manager/connections',
        label: msg`Calls`,
        icon: History,
        words: '通話 つうわ 履歴 りれき コール ヒストリー calls history connections',
      },
      {
        to: '/manager/recordings',
        label: msg`Recordings`,
        icon: Clapperboard,
        words: '録画 ろくが 録音 ろくおん レコーディング ビデオ recordings videos',
      },
    ],
  },
  {
    label: msg`Customer`,
    items: [
      {
        to: '/manager/customer',
        label: msg`Customer settings`,
        icon: Building2,
        words:
          '組織 そしき 顧客 こきゃく カスタマー テナント 設定 せってい customer settings customers tenants',
      },
      {
        to: '/manager/notifications',
        label: msg`Notifications`,
        icon: Bell,
        words: 'お知らせ おしらせ 通知 つうち アナウンス ニュース notifications announcements news',
      },
      {
        to: '/manager/webhooks',
        label: msg`Webhooks`,
        icon: Webhook,
        words: 'ウェブフック ウエブフック webフック 連携 れんけい インテグレーション webhooks integrations',
      },
      {
        to: '/manager/logs',
        label: msg`Audit log`,
        icon: ScrollText,
        words:
          '監査ログ 操作ログ 履歴 かんさログ そうさログ りれき ログ オーディット アクティビティ audit log activity',
      },
    ],
  },
  {
    label: msg`Installation`,
    items: [
      {
        to: '/manager/services',
        label: msg`Services`,
        icon: ToggleRight,
        words: 'サービス services チャット 1対1チャット グループチャット 1-to-1 group chat',
        adminOnly: true,
      },
      {
        to: '/manager/admins',
        label: msg`Administrators`,
        icon: ShieldCheck,
        words:
          'サーバーの管理者 システム管理者 システムかんりしゃ 管理者 かんりしゃ アドミン アドミニストレーター administrators admins',
        adminOnly: true,
      },
      {
        to: '/manager/nodes',
        label: msg`Media nodes`,
        icon: Server,
        words: 'メディアノード サーバー 負荷 ふか media nodes servers load drain',
        adminOnly: true,
      },
      {
        to: '/manager/mails',
        label: msg`Mail`,
        icon: Mails,
        words: 'メール 送信メール そうしんメール イーメール eメール mail mails e-mail',
        adminOnly: true,
      },
    ],
  },
];

/** The groups that have something for this account. */
export const consoleGroups = (isAdmin: boolean): readonly ConsoleGroup[] =>
  groups
    .map((group) => ({ ...group, items: group.items.filter(({ adminOnly }) => isAdmin || !adminOnly) }))
    .filter(({ items }) => items.length > 0);
