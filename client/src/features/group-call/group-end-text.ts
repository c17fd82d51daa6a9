import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EndReason, GroupCallState } from '#client/call/group/machine.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { type CallRefusal, isCallRefusal } from '#client/stage/call-paths.ts';

export interface EndText {
  readonly title: MessageDescriptor;
  readonly hint?: MessageDescriptor;
  /** Whether it makes sense to try again. */
  readonly again: boolean;
}

const endTexts: Readonly<Record<EndReason, EndText>> = {
  removed: { title: msg`You were removed from the call`, again: false },
  'removed-by-owner': {
    title: msg`You were removed from the call`,
    hint: msg`The group’s owner removed you. You can join the next call.`,
    again: false,
  },
  'removed-by-manager': {
    title: msg`You were removed from the call`,
    hint: msg`A manager removed you. You can join the next call.`,
    again: false,
  },
  'ended-by-manager': { title: msg`A manager ended the call`, again: false },
  replaced: { title: msg`You joined this call in another tab or on another device`, again: true },
  'call-ended': { title: msg`The call has ended`, again: false },
  'group-closed': { title: msg`The call has ended`, hint: msg`The group is no longer open.`, again: false },
  'service-disabled': {
    title: msg`The call has ended`,
    hint: msg`Group calls are no longer available to you.`,
    again: false,
  },
};

/** Why the call does not let someone in; null for anything else that can end it. */
export function groupRefusal(state: GroupCallState): CallRefusal | null {
  if (state.name === 'ended' && state.reason === 'removed-by-owner') return 'removed';
  return state.name === 'failed' && isCallRefusal(state.code) ? state.code : null;
}

/** Why someone is not in the call; null where they are, or will be. */
export function groupEndText(state: GroupCallState): EndText | null {
  switch (state.name) {
    case 'left':
      return { title: msg`You left the call`, again: true };
    case 'ended':
      return endTexts[state.reason];
    case 'failed':
      if (state.code === 'unsupported')
        return {
          title: msg`This browser can’t join calls`,
          hint: msg`Open the call in a current Chrome, Edge, Firefox or Safari.`,
          again: false,
        };
      if (state.code === 'in-other-tab')
        return {
          title: msg`You’re in a call in another tab`,
          hint: msg`Continue there, or leave that call and join again.`,
          again: true,
        };
      if (state.code === 'not-found') return { title: msg`Group not found`, again: false };
      if (state.code === 'room-locked')
        return {
          title: msg`The call is locked`,
          hint: msg`The owner locked this call. Ask them to unlock it, then try again.`,
          again: true,
        };
      if (state.code === 'member-removed') return endTexts['removed-by-owner'];
      return { title: msg`Couldn’t join the call`, hint: errorText[state.code], again: true };
    default:
      return null;
  }
}
