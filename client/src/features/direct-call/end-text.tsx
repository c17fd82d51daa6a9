import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Blockage } from '#client/call/blockage.ts';
import type { CallEnd } from '#client/call/direct/call-state.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { blockageText } from '#client/stage/blockage-text.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';

export interface EndText {
  readonly title: MessageDescriptor;
  /** What to do about it. */
  readonly hint?: MessageDescriptor;
  /** A check of the network may tell more. */
  readonly checksNetwork?: boolean;
}

/**
 * Each end has words of its own (specification M2).
 *
 * @param name the other side's, as it stands in a sentence
 * @param blockage why the two could not be connected, where that is known
 */
export function endText(end: CallEnd, name: string, blockage: Blockage | null = null): EndText {
  if (end.kind === 'error') return { title: msg`Couldn’t start the call`, hint: errorText[end.code] };
  if (end.kind === 'hung-up')
    return { title: end.by === 'here' ? msg`You ended the call` : msg`${name} ended the call` };
  if (end.kind === 'signed-out') {
    return {
      title: msg`The call has ended`,
      hint: msg`You were signed out. Sign in again, then call again.`,
    };
  }
  if (end.kind === 'in-other-tab') {
    return {
      title: msg`You’re in a call in another tab`,
      hint: msg`Continue there, or end that call and call again.`,
    };
  }
  if (end.kind === 'peer-lost') {
    return {
      title: msg`The connection to ${name} was lost`,
      hint: msg`They may have lost their connection or closed the browser. Try again later.`,
    };
  }
  if (end.kind === 'slept') {
    return {
      title: msg`The call ended while this device was asleep`,
      hint: msg`Call again to continue.`,
    };
  }
  const text = reasonText(end.reason, name);
  return text.checksNetwork && blockage ? { ...text, hint: blockageText(blockage, true) } : text;
}

function reasonText(reason: CallEndReason, name: string): EndText {
  switch (reason) {
    case 'hung-up':
      return { title: msg`The call has ended` };
    case 'declined':
      return { title: msg`${name} declined the call` };
    case 'cancelled':
      return { title: msg`The call was cancelled` };
    case 'busy':
      return { title: msg`${name} is in another call`, hint: msg`Try again later.` };
    case 'no-answer':
      return { title: msg`${name} didn’t answer`, hint: msg`They’ll see your missed call.` };
    case 'offline':
      return { title: msg`${name} is offline`, hint: msg`They’ll see your missed call.` };
    case 'answered-elsewhere':
      return { title: msg`The call was answered on another device` };
    case 'microphone-missing':
      return {
        title: msg`The call has ended`,
        hint: msg`No microphone could be used. Allow or connect one, then call again.`,
      };
    case 'connection-lost':
      return {
        title: msg`The connection was lost`,
        hint: msg`Call again. If that fails, check your network.`,
        checksNetwork: true,
      };
    case 'signed-out':
      return { title: msg`The call has ended`, hint: msg`${name} signed out.` };
    case 'revoked':
      return { title: msg`The call has ended`, hint: msg`You can’t call each other any more.` };
    case 'failed':
      return {
        title: msg`Couldn’t connect`,
        hint: msg`A firewall may be in the way. Try another network, or tell your administrator.`,
        checksNetwork: true,
      };
    case 'ended-by-manager':
      return { title: msg`A manager ended the call` };
  }
}
