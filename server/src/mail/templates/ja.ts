import { inviterName, inviterWithMail } from './name-in-mail.ts';
import { moment, timeSpan } from './time-span.ts';
import type { Frame, WordsOf } from './words.ts';

export const frame: Frame = {
  linkHint: 'ボタンを押せない場合は、次のアドレスをブラウザーで開いてください。',
  colon: '：',
  footer: ({ operator, host }) =>
    `${operator === host ? `Hibikiは、${host}で運営されているビデオ通話サービスです。` : `Hibikiは、${operator}が運営するビデオ通話サービスです（${host}）。`}このメールは送信専用です。`,
};

export const words: WordsOf = {
  'verify-account': () => ({
    subject: '【Hibiki】メールアドレスの確認をお願いします',
    heading: 'メールアドレスの確認',
    paragraphs: [
      'ご登録ありがとうございます。次のボタンからメールアドレスの確認を完了すると、通話を利用できます。',
    ],
    button: 'メールアドレスを確認する',
    notes: [
      'このリンクの有効期間は24時間です。1回だけ利用できます。',
      'お心当たりがない場合は、このメールを破棄してください。確認されない限り、登録は完了しません。',
    ],
  }),
  'account-invitation': ({ customer }) => ({
    subject: '【Hibiki】アカウントへの招待が届いています',
    heading: 'Hibikiへの招待',
    paragraphs: [
      `「${customer}」が、ビデオ通話と音声通話のためのアカウントを用意しました。パスワードを設定すると、利用できます。`,
    ],
    button: 'パスワードを設定する',
    notes: [
      'このリンクの有効期間は7日間です。1回だけ利用できます。期限が過ぎた場合は、サインイン画面の「パスワードを忘れた方」から新しいリンクをお受け取りください。',
      'お心当たりがない場合は、このメールを破棄してください。このリンクがなければ、誰もアカウントを利用できません。',
    ],
  }),
  'verify-customer': ({ name }) => ({
    subject: '【Hibiki】連絡先メールアドレスの確認をお願いします',
    heading: 'メールアドレスの確認',
    paragraphs: [
      `このメールアドレスは「${name}」の連絡先として入力されました。確認が完了すると、「${name}」で通話を利用できます。`,
    ],
    button: 'メールアドレスを確認する',
    notes: [
      'このリンクの有効期間は24時間です。1回だけ利用できます。',
      'お心当たりがない場合は、このメールを破棄してください。',
    ],
  }),
  'confirm-mail': () => ({
    subject: '【Hibiki】新しいメールアドレスの確認をお願いします',
    heading: '新しいメールアドレスの確認',
    paragraphs: [
      'Hibikiに登録したメールアドレスを、このアドレスに変更する手続きを受け付けました。確認すると変更が完了します。',
    ],
    button: 'メールアドレスを確認する',
    notes: [
      'このリンクの有効期間は24時間です。1回だけ利用できます。',
      'お心当たりがない場合は、このメールを破棄してください。確認されない限り、何も変更されません。',
    ],
  }),
  'mail-change-requested': ({ newMail }) => ({
    subject: '【Hibiki】メールアドレスの変更手続きが行われました',
    heading: 'メールアドレスの変更手続きが行われました',
    paragraphs: [
      `登録メールアドレスを「${newMail}」に変更する手続きが行われました。新しいアドレスの確認が済むまでは、このメールアドレスが引き続き使われます。`,
      'お心当たりがある場合、お手続きは不要です。',
    ],
    button: '変更を取り消す',
    notes: [
      'このリンクの有効期間は7日間です。1回だけ利用できます。新しいアドレスの確認後でも取り消せます。',
      'お心当たりがない場合は、変更を取り消してから、パスワードを再設定してください。',
    ],
  }),
  'mail-changed': ({ newMail }) => ({
    subject: '【Hibiki】メールアドレスが変更されました',
    heading: 'メールアドレスが変更されました',
    paragraphs: [
      newMail === null
        ? 'このメールアドレスは削除され、使われなくなりました。'
        : `登録メールアドレスが「${newMail}」に変更されました。今後、このメールアドレスは使われません。`,
      'お心当たりがある場合、お手続きは不要です。',
    ],
    button: '変更を取り消す',
    notes: [
      'このリンクの有効期間は7日間です。1回だけ利用できます。',
      'お心当たりがない場合は、変更を取り消してから、パスワードを再設定してください。',
    ],
  }),
  'reset-password': () => ({
    subject: '【Hibiki】パスワードの再設定',
    heading: 'パスワードの再設定',
    paragraphs: ['パスワードの再設定を受け付けました。'],
    button: 'パスワードを再設定する',
    notes: [
      'このリンクの有効期間は1時間です。1回だけ利用できます。',
      'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    ],
  }),
  'password-changed': () => ({
    subject: '【Hibiki】パスワードが変更されました',
    heading: 'パスワードが変更されました',
    paragraphs: [
      'すべてのブラウザーからサインアウトしました。新しいパスワードでもう一度サインインしてください。',
    ],
    button: 'サインインする',
    notes: ['お心当たりがない場合は、サインイン画面の「パスワードを忘れた方」からすぐに再設定してください。'],
  }),
  'pair-invitation': ({ inviter }) => ({
    subject: '【Hibiki】招待が届いています（承認すると通話できます）',
    heading: `${inviterName('ja', inviter)}から招待が届いています`,
    paragraphs: [
      `${inviterWithMail('ja', inviter)}が、あなたとの通話を希望しています。承認すると、お互いに発信できるようになります。`,
    ],
    button: '招待を確認する',
    notes: [
      'このリンクの有効期間は7日間です。1回だけ利用できます。',
      'お心当たりがない場合は、このメールを破棄してください。承認しない限り、相手から通話が届くことはありません。',
    ],
  }),
  'direct-invitation': ({ inviter, ends, timeZone }) => ({
    subject: '【Hibiki】ビデオ通話への招待が届いています',
    heading: `${inviterName('ja', inviter)}から通話への招待`,
    paragraphs: [
      `このリンクから、ブラウザーで${inviterWithMail('ja', inviter)}に発信できます。アプリのインストールは不要です。`,
      `有効期限：${moment('ja', ends, timeZone)}`,
    ],
    button: '発信画面を開く',
    notes: [
      'アカウントは必要ありません。カメラとマイクの使用を求められたら、許可してください。',
      'このリンクを知っている人は誰でも発信できますので、ほかの方に転送しないでください。',
    ],
  }),
  'group-invitation': ({ inviter, group, guest, starts, ends, timeZone }) => ({
    subject: '【Hibiki】グループ通話への招待が届いています',
    heading: `グループ通話「${group}」`,
    paragraphs: [
      `${inviterWithMail('ja', inviter)}から、「${group}」への招待です。`,
      ...(starts ? [`日時：${timeSpan('ja', starts, ends, timeZone)}`] : []),
      ...(!starts && ends ? [`参加できる期限：${moment('ja', ends, timeZone)}`] : []),
      ...(guest && !ends ? [`有効期限：${moment('ja', guest.linkEnds, timeZone)}`] : []),
    ],
    button: '通話に参加する',
    notes: guest
      ? [
          'ブラウザーで開きます。アカウントもアプリのインストールも必要ありません。カメラとマイクの使用を求められたら、許可してください。',
          'このリンクを知っている人は誰でも参加できますので、ほかの方に転送しないでください。',
        ]
      : ['参加するには、お使いのアカウントでサインインしてください。'],
  }),
};
