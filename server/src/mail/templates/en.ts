import { inviterName, inviterWithMail } from './name-in-mail.ts';
import { moment, timeSpan } from './time-span.ts';
import type { Frame, WordsOf } from './words.ts';

export const frame: Frame = {
  linkHint: 'If the button doesn’t work, open this address in your browser:',
  colon: ':',
  footer: ({ operator, host }) =>
    `${operator === host ? `Hibiki is the video calling service at ${host}.` : `Hibiki is the video calling service that ${operator} runs at ${host}.`} This e-mail was sent automatically; replies aren’t read.`,
};

export const words: WordsOf = {
  'verify-account': () => ({
    subject: 'Verify your e-mail address for Hibiki',
    heading: 'Verify your e-mail address',
    paragraphs: ['Thanks for signing up. Verify this address to start calling.'],
    button: 'Verify address',
    notes: [
      'This link works once and expires in 24 hours.',
      'If you didn’t sign up, ignore this e-mail. Nothing happens until the address is verified.',
    ],
  }),
  'account-invitation': ({ customer }) => ({
    subject: 'You’re invited to Hibiki',
    heading: 'You’re invited to Hibiki',
    paragraphs: [
      `“${customer}” created an account for video and audio calls for you. Choose a password to start using it.`,
    ],
    button: 'Choose a password',
    notes: [
      'This link works once and expires in 7 days. After that, choose “Forgot password?” on the sign-in page to get a new one.',
      'If you don’t expect this, ignore this e-mail. No one can use the account without your link.',
    ],
  }),
  'verify-customer': ({ name }) => ({
    subject: 'Verify your organisation’s address for Hibiki',
    heading: 'Verify your organisation’s address',
    paragraphs: [
      `This address was entered as the contact for “${name}” on Hibiki. Calls for “${name}” start working once you verify it.`,
    ],
    button: 'Verify address',
    notes: ['This link works once and expires in 24 hours.', 'If you don’t expect this, ignore this e-mail.'],
  }),
  'confirm-mail': () => ({
    subject: 'Verify your new e-mail address for Hibiki',
    heading: 'Verify your new e-mail address',
    paragraphs: ['This address was entered as your new address for Hibiki. Verify it to finish the change.'],
    button: 'Verify address',
    notes: [
      'This link works once and expires in 24 hours.',
      'If you don’t expect this, ignore this e-mail. Nothing changes until the address is verified.',
    ],
  }),
  'mail-change-requested': ({ newMail }) => ({
    subject: 'Your Hibiki e-mail address is about to change',
    heading: 'Your e-mail address is about to change',
    paragraphs: [
      `Someone asked to change your address for Hibiki to ${newMail}. It changes once that address is verified. Until then, we keep using this one.`,
      'If you expected this, you don’t need to do anything.',
    ],
    button: 'Stop change',
    notes: [
      'This link works once and expires in 7 days. It also works after the new address is verified.',
      'If you didn’t expect this, stop the change and then set a new password.',
    ],
  }),
  'mail-changed': ({ newMail }) => ({
    subject: 'Your Hibiki e-mail address was changed',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      newMail === null
        ? 'This e-mail address was removed from Hibiki and is no longer used.'
        : `Your address for Hibiki is now ${newMail}. This address is no longer used.`,
      'If you expected this, you don’t need to do anything.',
    ],
    button: 'Undo change',
    notes: [
      'This link works once and expires in 7 days.',
      'If you didn’t expect this, undo the change and then set a new password.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Set a new password for Hibiki',
    heading: 'Set a new password',
    paragraphs: ['We received a request for a new password for your Hibiki account.'],
    button: 'Set a new password',
    notes: [
      'This link works once and expires in 1 hour.',
      'If this wasn’t you, ignore this e-mail. Your password stays the same.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Your Hibiki password was changed',
    heading: 'Your password was changed',
    paragraphs: ['The password of your Hibiki account was changed, and you were signed out everywhere.'],
    button: 'Sign in',
    notes: ['If this wasn’t you, choose “Forgot password?” on the sign-in page now.'],
  }),
  'pair-invitation': ({ inviter }) => ({
    subject: 'You’re invited to connect on Hibiki',
    heading: `${inviterName('en', inviter)} invites you to connect`,
    paragraphs: [
      `${inviterWithMail('en', inviter)} wants to be able to call you on Hibiki. If you approve, you can call each other.`,
    ],
    button: 'View invitation',
    notes: [
      'This link works once and expires in 7 days.',
      'If you don’t know the sender, ignore this e-mail. No one can call you without your approval.',
    ],
  }),
  'direct-invitation': ({ inviter, ends, timeZone }) => ({
    subject: 'You’re invited to a video call on Hibiki',
    heading: `${inviterName('en', inviter)} invites you to a call`,
    paragraphs: [
      `Use this link to call ${inviterWithMail('en', inviter)} from your browser. Nothing to install.`,
      `This link works until ${moment('en', ends, timeZone)}.`,
    ],
    button: 'Call now',
    notes: [
      'No account needed. You’ll be asked to allow camera and microphone.',
      'Anyone with this link can call, so don’t share it.',
    ],
  }),
  'group-invitation': ({ inviter, group, guest, starts, ends, timeZone }) => ({
    subject: 'You’re invited to a group call on Hibiki',
    heading: `Group call “${group}”`,
    paragraphs: [
      `${inviterWithMail('en', inviter)} invites you to “${group}”.`,
      ...(starts ? [`When: ${timeSpan('en', starts, ends, timeZone)}`] : []),
      ...(!starts && ends ? [`Open until: ${moment('en', ends, timeZone)}`] : []),
      ...(guest && !ends ? [`This link works until ${moment('en', guest.linkEnds, timeZone)}.`] : []),
    ],
    button: 'Join call',
    notes: guest
      ? [
          'Opens in your browser. No account needed, nothing to install. You’ll be asked to allow camera and microphone.',
          'Anyone with this link can join, so don’t share it.',
        ]
      : ['Sign in with your account to join.'],
  }),
};
