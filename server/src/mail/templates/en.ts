import { timeSpan } from './time-span.ts';
import type { Frame, WordsOf } from './words.ts';

export const frame: Frame = {
  linkHint: 'If the button doesn’t work, open this address in your browser:',
  footer: 'Hibiki · This e-mail was sent automatically. Please do not reply.',
};

export const words: WordsOf = {
  'verify-account': () => ({
    subject: 'Verify your e-mail address',
    heading: 'Verify your e-mail address',
    paragraphs: ['Thanks for signing up. Verify this address to start calling.'],
    button: 'Verify address',
    notes: [
      'This link works once and expires in 24 hours.',
      'If you didn’t sign up, ignore this e-mail. Nothing happens until the address is verified.',
    ],
  }),
  'account-invitation': ({ customer }) => ({
    subject: 'You have been invited to Hibiki',
    heading: 'You have been invited to Hibiki',
    paragraphs: [
      `An account for video and audio calls has been created for you by “${customer}”. Choose a password to start using it.`,
    ],
    button: 'Choose a password',
    notes: [
      'This link works once and expires in 7 days. After that, ask for a new one by “Forgot password” on the sign-in page.',
      'If you don’t expect this, ignore this e-mail. No one can use the account without your link.',
    ],
  }),
  'verify-customer': ({ name }) => ({
    subject: 'Verify the e-mail address of a customer',
    heading: 'Verify the e-mail address',
    paragraphs: [
      `This address was entered for the customer “${name}”. Its services work once you verify it.`,
    ],
    button: 'Verify address',
    notes: ['This link works once and expires in 24 hours.', 'If you don’t expect this, ignore this e-mail.'],
  }),
  'confirm-mail': () => ({
    subject: 'Verify your new e-mail address',
    heading: 'Verify your new e-mail address',
    paragraphs: ['This address was entered as a new e-mail address. It takes effect once you verify it.'],
    button: 'Verify address',
    notes: [
      'This link works once and expires in 24 hours.',
      'If you don’t expect this, ignore this e-mail. Nothing changes until the address is verified.',
    ],
  }),
  'mail-change-requested': ({ newMail }) => ({
    subject: 'Your e-mail address is about to change',
    heading: 'Your e-mail address is about to change',
    paragraphs: [
      `A new e-mail address was entered in place of this one: ${newMail}. It takes effect once it is verified. Until then, we keep using this address.`,
      'If you expected this, you don’t need to do anything.',
    ],
    button: 'Stop the change',
    notes: [
      'This link works once and expires in 7 days. It also works after the new address is verified.',
      'If you didn’t expect this, stop the change and then set a new password.',
    ],
  }),
  'mail-changed': ({ newMail }) => ({
    subject: 'Your e-mail address was changed',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      newMail === null
        ? 'This e-mail address was removed and is no longer in use.'
        : `The new address ${newMail} is verified and in use. We no longer send e-mail to this one.`,
      'If you expected this, you don’t need to do anything.',
    ],
    button: 'Undo the change',
    notes: [
      'This link works once and expires in 7 days.',
      'If you didn’t expect this, undo the change and then set a new password.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: ['We received a request for a new password for this address.'],
    button: 'Set a new password',
    notes: [
      'This link works once and expires in 1 hour.',
      'If this wasn’t you, ignore this e-mail. Your password stays the same.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Your password has been changed',
    heading: 'Your password has been changed',
    paragraphs: ['You have been signed out everywhere. Sign in again with the new password.'],
    button: 'Sign in',
    notes: ['If it was not you, set a new password at once by “Forgot password” on the sign-in page.'],
  }),
  'pair-invitation': ({ inviter }) => ({
    subject: 'Someone wants to pair with you',
    heading: `${inviter} wants to pair with you`,
    paragraphs: [`If you approve, you and ${inviter} can call each other.`],
    button: 'View invitation',
    notes: [
      'This link works once and expires in 7 days.',
      'If you don’t know the sender, ignore this e-mail. No one can call you without your approval.',
    ],
  }),
  'direct-invitation': ({ inviter, ends, timeZone }) => ({
    subject: 'Invitation to a call',
    heading: `${inviter} invites you to a call`,
    paragraphs: [
      `With this link you can call ${inviter} in your browser.`,
      `The link works until ${timeSpan('en', null, ends, timeZone)}.`,
    ],
    button: 'Open the call',
    notes: ['No account needed. Anyone with this link can call, so don’t share it.'],
  }),
  'group-invitation': ({ inviter, group, guest, starts, ends, timeZone }) => ({
    subject: 'Invitation to a group call',
    heading: `Group call “${group}”`,
    paragraphs: [
      `${inviter} invites you to a group call.`,
      ...((starts ?? ends) ? [`When: ${timeSpan('en', starts, ends, timeZone)}`] : []),
    ],
    button: 'Join the call',
    notes: guest
      ? ['No account needed. Anyone with this link can join, so don’t share it.']
      : ['Sign in with your account to join.'],
  }),
};
