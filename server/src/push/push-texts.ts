import type { PushMessage } from '#protocol/push.ts';

/** What the notification is about. */
export interface Caller {
  readonly name: string;
  /** Of a group call. */
  readonly groupName?: string;
}

type Texts = Readonly<Record<PushMessage['kind'], (caller: Caller) => Pick<PushMessage, 'title' | 'body'>>>;

const texts: Readonly<Record<'ja' | 'en', Texts>> = {
  en: {
    ring: ({ name }) => ({ title: `${name} is calling`, body: 'Open Hibiki to answer' }),
    'group-ring': ({ name, groupName }) => ({
      title: `${name} invites you to a call`,
      body: groupName ?? '',
    }),
    missed: ({ name }) => ({ title: `Missed call from ${name}`, body: '' }),
    answered: ({ name }) => ({ title: `Call from ${name}`, body: 'Answered' }),
    declined: ({ name }) => ({ title: `Call from ${name}`, body: 'Declined' }),
  },
  ja: {
    ring: ({ name }) => ({ title: `${name}さんから着信`, body: 'Hibiki を開いて応答' }),
    'group-ring': ({ name, groupName }) => ({
      title: `${name}さんが通話に招待しています`,
      body: groupName ?? '',
    }),
    missed: ({ name }) => ({ title: `${name}さんからの不在着信`, body: '' }),
    answered: ({ name }) => ({ title: `${name}さんからの着信`, body: '応答済み' }),
    declined: ({ name }) => ({ title: `${name}さんからの着信`, body: '拒否済み' }),
  },
};

/** The texts of a notification. */
export const pushTexts = (
  lang: 'ja' | 'en',
  kind: PushMessage['kind'],
  caller: Caller,
): Pick<PushMessage, 'title' | 'body'> => texts[lang][kind](caller);
