import { timeSpan } from './time-span.ts';
import type { Frame, WordsOf } from './words.ts';

export const frame: Frame = {
  linkHint: 'If the button does not work, open this address in your browser:',
  footer: 'Hibiki · This mail was sent automatically. Please do not reply.',
};

export const words: WordsOf = {
  'verify-account': () => ({
    subject: 'Please confirm your e-mail address',
    heading: 'Confirm your e-mail address',
    paragraphs: ['Thank you for signing up. Confirm this address, and you can start calling.'],
    button: 'Confirm address',
    notes: [
      'The link works once, for 24 hours.',
      'If you did not sign up, you can ignore this mail: nothing happens without your confirmation.',
    ],
  }),
  'verify-customer': ({ name }) => ({
    subject: 'Please confirm the e-mail address of a customer',
    heading: 'Confirm the e-mail address',
    paragraphs: [
      `This address was entered for the customer “${name}”. Once it is confirmed, its services can be used.`,
    ],
    button: 'Confirm address',
    notes: ['The link works once, for 24 hours.', 'If you know nothing of this, you can ignore this mail.'],
  }),
  'confirm-mail': () => ({
    subject: 'Please confirm your new e-mail address',
    heading: 'Confirm your new e-mail address',
    paragraphs: ['This address was entered as a new e-mail address. It takes effect once you confirm it.'],
    button: 'Confirm address',
    notes: [
      'The link works once, for 24 hours.',
      'If you know nothing about this, you can ignore this mail: nothing changes without your confirmation.',
    ],
  }),
  'mail-change-requested': ({ newMail }) => ({
    subject: 'Your e-mail address is about to change',
    heading: 'Your e-mail address is about to change',
    paragraphs: [
      `A new e-mail address was entered in place of this one: ${newMail}. It takes effect when it is confirmed. Until then, this address stays in use.`,
      'If you expected this, there is nothing to do.',
    ],
    button: 'Stop the change',
    notes: [
      'The link works once, for 7 days, even after the new address has been confirmed.',
      'If you did not expect this, stop the change and then set a new password.',
    ],
  }),
  'mail-changed': ({ newMail }) => ({
    subject: 'Your e-mail address has been changed',
    heading: 'Your e-mail address has been changed',
    paragraphs: [
      newMail === null
        ? 'This e-mail address was removed and is no longer in use.'
        : `The new address ${newMail} was confirmed and is in use now. Mail no longer goes to this one.`,
      'If you expected this, there is nothing to do.',
    ],
    button: 'Undo the change',
    notes: [
      'The link works once, for 7 days.',
      'If you did not expect this, undo the change and then set a new password.',
    ],
  }),
  'reset-password': () => ({
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: ['Somebody, most likely you, has asked for a new password for this address.'],
    button: 'Set a new password',
    notes: [
      'The link works once, for 1 hour.',
      'If it was not you, you can ignore this mail: your password stays as it is.',
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
    subject: 'Somebody would like to call you',
    heading: `${inviter} would like to call you`,
    paragraphs: [`${inviter} invites you to pair. Once you approve, both of you can call each other.`],
    button: 'View invitation',
    notes: [
      'The link works once, for 7 days.',
      'If you do not know the sender, you can ignore this mail: nobody can call you without your approval.',
    ],
  }),
  'direct-invitation': ({ inviter, ends, timeZone }) => ({
    subject: 'Invitation to a call',
    heading: `${inviter} invites you to a call`,
    paragraphs: [
      `With this link you can call ${inviter} in your browser.`,
      ...timeSpan('en', null, ends, timeZone).map((span) => `When: ${span}`),
    ],
    button: 'Open the call',
    notes: ['You need no account. Whoever has this link can call: please do not pass it on.'],
  }),
  'group-invitation': ({ inviter, group, guest, starts, ends, timeZone }) => ({
    subject: 'Invitation to a group call',
    heading: `Group call “${group}”`,
    paragraphs: [
      `${inviter} invites you to a group call.`,
      ...timeSpan('en', starts, ends, timeZone).map((span) => `When: ${span}`),
    ],
    button: 'Join the call',
    notes: guest
      ? ['You need no account. Whoever has this link can join: please do not pass it on.']
      : ['Sign in with your account to join.'],
  }),
};
