import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GuestRefusal } from './guest-visit.ts';

interface RefusalText {
  readonly title: MessageDescriptor;
  readonly hint: MessageDescriptor;
  /** Whether the same link may let them in later. */
  readonly again: boolean;
}

/** What a guest reads who was not let in, or no longer, and what to do about it. */
export const refusalTexts: Readonly<Record<GuestRefusal, RefusalText>> = {
  removed: {
    title: msg`You were removed from the call`,
    hint: msg`You can’t rejoin with this link. If this was a mistake, ask the person who invited you for a new one.`,
    again: false,
  },
  // Also for those who share a network with someone who was removed.
  'member-removed': {
    title: msg`You can’t join with this link`,
    hint: msg`The owner removed you, or someone on your network, from the call. If this is a mistake, ask the person who invited you for a new link.`,
    again: false,
  },
  'guest-link-full': {
    title: msg`This link is full`,
    hint: msg`The link has reached its guest limit. Try again when someone leaves, or ask the person who invited you to raise the limit.`,
    again: true,
  },
  'room-full': {
    title: msg`The call is full`,
    hint: msg`Try again when someone leaves.`,
    again: true,
  },
  'room-locked': {
    title: msg`The call is locked`,
    hint: msg`The owner locked this call. Ask them to unlock it, then try again.`,
    again: true,
  },
  'too-many-requests': {
    title: msg`Too many guests are joining`,
    hint: msg`Too many people are joining with this link or from your network at the moment. Wait a minute and try again, or use another network, such as mobile data.`,
    again: true,
  },
};
