import { timeSpan } from './time-span.ts';
import type { Frame, WordsOf } from './words.ts';

export const frame: Frame = {
  linkHint: 'ボタンを押せない場合は、次のアドレスをブラウザーで開いてください。',
  footer: 'Hibiki · このメールは自動で送信されています。返信はお受けできません。',
};

export const words: WordsOf = {
  'verify-account': () => ({
    subject: 'メールアドレスの確認をお願いします',
    heading: 'メールアドレスの確認',
    paragraphs: [
      'ご登録ありがとうございます。メールアドレスを確認していただくと、通話をご利用いただけます。',
    ],
    button: 'メールアドレスを確認する',
    notes: [
      'このリンクは 24 時間有効で、1 回だけ使えます。',
      'お心当たりがない場合は、このメールを破棄してください。確認されない限り、登録は完了しません。',
    ],
  }),
  'verify-customer': ({ name }) => ({
    subject: `「${name}」のメールアドレスの確認をお願いします`,
    heading: 'メールアドレスの確認',
    paragraphs: [
      `このメールアドレスは「${name}」の連絡先として登録されました。確認が済むと、サービスをご利用いただけます。`,
    ],
    button: 'メールアドレスを確認する',
    notes: [
      'このリンクは 24 時間有効で、1 回だけ使えます。',
      'お心当たりがない場合は、このメールを破棄してください。',
    ],
  }),
  'reset-password': () => ({
    subject: 'パスワードの再設定',
    heading: 'パスワードの再設定',
    paragraphs: ['このメールアドレスのパスワードを再設定するご依頼を受け付けました。'],
    button: 'パスワードを再設定する',
    notes: [
      'このリンクは 1 時間有効で、1 回だけ使えます。',
      'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    ],
  }),
  'password-changed': () => ({
    subject: 'パスワードが変更されました',
    heading: 'パスワードが変更されました',
    paragraphs: [
      'すべてのブラウザーからサインアウトしました。新しいパスワードでもう一度サインインしてください。',
    ],
    button: 'サインインする',
    notes: ['お心当たりがない場合は、サインイン画面の「パスワードを忘れた方」からすぐに再設定してください。'],
  }),
  'pair-invitation': ({ inviter }) => ({
    subject: `${inviter} さんから通話相手の承認依頼が届いています`,
    heading: `${inviter} さんからの承認依頼`,
    paragraphs: [
      `${inviter} さんが、あなたを通話相手に招待しています。承認すると、お互いに通話できるようになります。`,
    ],
    button: '招待を確認する',
    notes: [
      'このリンクは 7 日間有効で、1 回だけ使えます。',
      'お心当たりがない場合は、このメールを破棄してください。承認しない限り、相手から通話が届くことはありません。',
    ],
  }),
  'direct-invitation': ({ inviter, ends, timeZone }) => ({
    subject: `${inviter} さんから通話への招待が届いています`,
    heading: `${inviter} さんからの通話への招待`,
    paragraphs: [
      `このリンクを開くと、ブラウザーから ${inviter} さんに通話をかけることができます。`,
      ...timeSpan('ja', null, ends, timeZone).map((span) => `日時: ${span}`),
    ],
    button: '通話を開く',
    notes: [
      'アカウントは必要ありません。このリンクを知っている人は誰でも通話をかけられますので、他の方に転送しないでください。',
    ],
  }),
  'group-invitation': ({ inviter, group, guest, starts, ends, timeZone }) => ({
    subject: `グループ通話「${group}」への招待`,
    heading: `グループ通話「${group}」`,
    paragraphs: [
      `${inviter} さんが、あなたをグループ通話に招待しています。`,
      ...timeSpan('ja', starts, ends, timeZone).map((span) => `日時: ${span}`),
    ],
    button: '通話に参加する',
    notes: guest
      ? [
          'アカウントは必要ありません。このリンクを知っている人は誰でも参加できますので、他の方に転送しないでください。',
        ]
      : ['参加するには、お使いのアカウントでサインインしてください。'],
  }),
};
