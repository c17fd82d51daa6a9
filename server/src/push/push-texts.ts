import { nameInSentence } from '#protocol/name-in-sentence.ts';
import type { Party } from '#protocol/party.ts';
import type { PushMessage } from '#protocol/push.ts';

/** What the notification is about. */
export interface Caller {
  readonly kind: Party['kind'];
  readonly name: string;
  /** Of a group call. */
  readonly groupName?: string;
}

type Texts = Readonly<Record<PushMessage['kind'], (caller: Caller) => Pick<PushMessage, 'title' | 'body'>>>;

const named = (caller: Caller): string => nameInSentence('ja', caller);
const inEnglish = (caller: Caller): string => nameInSentence('en', caller);

const texts: Readonly<Record<'ja' | 'en', Texts>> = {
  en: {
    ring: (caller) => ({ title: `${inEnglish(caller)} is calling`, body: 'Open Hibiki to answer' }),
    'group-ring': (caller) => ({
      title: `${inEnglish(caller)} invites you to a call`,
      body: caller.groupName ?? '',
    }),
    missed: (caller) => ({ title: `Missed call from ${inEnglish(caller)}`, body: '' }),
    answered: (caller) => ({ title: `Call from ${inEnglish(caller)}`, body: 'Answered' }),
    declined: (caller) => ({ title: `Call from ${inEnglish(caller)}`, body: 'Declined' }),
  },
  ja: {
    ring: (caller) => ({ title: `${named(caller)}から着信`, body: 'Hibikiを開いて応答してください' }),
    'group-ring': (caller) => ({
      title: `${named(caller)}から通話への招待`,
      body: caller.groupName ?? '',
    }),
    missed: (caller) => ({ title: `${named(caller)}からの不在着信`, body: '' }),
    answered: (caller) => ({ title: `${named(caller)}からの着信`, body: '応答しました' }),
    declined: (caller) => ({ title: `${named(caller)}からの着信`, body: '拒否しました' }),
  },
};

/** The texts of a notification. */
export const pushTexts = (
  lang: 'ja' | 'en',
  kind: PushMessage['kind'],
  caller: Caller,
): Pick<PushMessage, 'title' | 'body'> => texts[lang][kind](caller);
