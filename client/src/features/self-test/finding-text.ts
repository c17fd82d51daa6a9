import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CaptureFailure } from '#client/media/capture.ts';
import type { CheckId, Problem, Verdict } from './finding.ts';

export const checkNames: Readonly<Record<CheckId, MessageDescriptor>> = {
  camera: msg`Camera`,
  microphone: msg`Microphone`,
  speaker: msg`Speaker`,
  socket: msg`Connection to the server`,
  udp: msg`Media over UDP`,
  tcp: msg`Media over TCP`,
  turn: msg`Relay (TURN)`,
};

export const verdictNames: Readonly<Record<Verdict, MessageDescriptor>> = {
  good: msg`Good`,
  weak: msg`Could be better`,
  bad: msg`Doesn’t work`,
};

interface ProblemText {
  readonly what: MessageDescriptor;
  /** What to do about it. */
  readonly advice: MessageDescriptor;
}

const captureTexts: Readonly<Record<CaptureFailure, ProblemText>> = {
  denied: {
    what: msg`Your browser doesn’t let this page use it.`,
    advice: msg`Select the lock or camera icon in the address bar, allow it, then check again. On a computer, also check the system’s privacy settings.`,
  },
  'not-found': {
    what: msg`Not found.`,
    advice: msg`Plug one in, or check that it is switched on, then check again.`,
  },
  'in-use': {
    what: msg`Another application is using it.`,
    advice: msg`Close other calls and applications that may use it, then check again.`,
  },
  unsupported: {
    what: msg`This page isn’t allowed to use it.`,
    advice: msg`Open the page over HTTPS, in a current browser.`,
  },
  unknown: {
    what: msg`It couldn’t be started.`,
    advice: msg`Unplug it and plug it in again, or restart the browser.`,
  },
};

const problemTexts: Readonly<Record<Exclude<Problem['kind'], 'capture'>, ProblemText>> = {
  'no-picture': {
    what: msg`The camera is on, but sends no video.`,
    advice: msg`Look for a cover or a switch at the camera, and close other applications that may use it.`,
  },
  silent: {
    what: msg`Nothing was heard.`,
    advice: msg`Say something while it listens. If that doesn’t help, choose another microphone in the browser or raise its volume in your system’s sound settings.`,
  },
  'not-heard': {
    what: msg`You didn’t hear the test sound.`,
    advice: msg`Turn the volume up, check which speaker or headphones the system uses, and whether this tab is muted.`,
  },
  'socket-blocked': {
    what: msg`Pages load, but the permanent connection (WebSocket) fails.`,
    advice: msg`A proxy or security software may be in the way. Ask your network’s administrator to allow WebSockets to this server.`,
  },
  'wrong-address': {
    what: msg`Calls don’t work at the address of this page.`,
    advice: msg`Open the address above instead.`,
  },
  'server-unreachable': {
    what: msg`The server doesn’t answer.`,
    advice: msg`Check your connection to the network, then check again.`,
  },
  'self-test-closed': {
    what: msg`This server doesn’t offer this check.`,
    advice: msg`Contact the administrator of this server.`,
  },
  'too-many': {
    what: msg`There were too many checks in a short time.`,
    advice: msg`Wait 15 minutes, then check again.`,
  },
  'no-media-node': {
    what: msg`No media server is running.`,
    advice: msg`Group calls don’t work at the moment. Tell your administrator.`,
  },
  'udp-blocked': {
    what: msg`Video and audio don’t get through over UDP.`,
    advice: msg`Calls may still work over TCP or the relay, but video and audio break up more easily. Ask your network administrator to allow outgoing UDP.`,
  },
  'tcp-blocked': {
    what: msg`Video and audio don’t get through over TCP.`,
    advice: msg`You don’t need TCP while UDP works. It’s the fallback for networks that block UDP.`,
  },
  'turn-missing': {
    what: msg`This server has no relay.`,
    advice: msg`Most calls work without a relay, but calls through strict firewalls may fail.`,
  },
  'turn-partly': {
    what: msg`Some connections to the relay don’t work.`,
    advice: msg`Calls still get through on the others. Tell your administrator.`,
  },
  'turn-refused': {
    what: msg`The relay refuses the credentials of this server.`,
    advice: msg`Calls between two people behind firewalls may fail. Tell the administrator: server and relay need the same secret, and clocks that agree.`,
  },
  'turn-blocked': {
    what: msg`The relay can’t be reached, or blocks everything.`,
    advice: msg`Calls between two people behind firewalls may fail. Tell the administrator, or try another network.`,
  },
};

export const problemText = (problem: Problem): ProblemText =>
  problem.kind === 'capture' ? captureTexts[problem.reason] : problemTexts[problem.kind];
