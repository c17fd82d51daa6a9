import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import type { CallId, PairId } from '#protocol/ids.ts';
import type { PeerMessage } from '#protocol/signal/direct-call.ts';
import { accessToken, TestSignalClient } from '#server/testing/signal-client.ts';
import {
  asksForKeyFrame,
  isRtcp,
  keyFrameRequest,
  OPUS_PAYLOAD_TYPE,
  ssrcOf,
  VP8_PAYLOAD_TYPE,
} from '#sfu/testing/rtp.ts';
import { newUdpPort } from '#sfu/testing/udp-port.ts';
import { obtainTokens } from './api.ts';
import type { System } from './system.ts';
import { until } from './until.ts';

/**
 * The other side of a 1-to-1 call without a browser: real signalling, ICE, DTLS and SRTP. It sends back what it receives, so
 * that the browser sees and hears itself. It cannot change codecs in a call, nor restart ICE.
 */
export interface Peer {
  /** Rings someone of its pairs. */
  call(name: string): Promise<void>;
  /** Waits until it is rung, and answers. */
  answer(): Promise<void>;
  decline(): Promise<void>;
  hangUp(): Promise<void>;
  /** Writes into the chat of the call. */
  say(text: string): Promise<void>;
  /** Waits for further media of the other side. */
  receives(kind: 'audio' | 'video'): Promise<void>;
  /** Waits for the end of the call, and says how it ended. */
  ended(): Promise<string>;
  close(): void;
}

/** Packets that are enough to say that media flows. */
const ENOUGH_PACKETS = 10;
/** The server takes a client that is silent for gone. */
const PING_MS = 5_000;
const CNAME = 'peer';

let nextSsrc = 500_000;

interface Section {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly payloadType: number;
  readonly codec: string;
}

/** The sections of a browser's offer, each with the codec that it prefers: without RED, which carries another one. */
const sectionsOf = (sdp: string): Section[] =>
  sdp
    .split(/^(?=m=)/m)
    .slice(1)
    .map((section) => {
      const [, kind, payloadTypes = ''] = /^m=(audio|video) \d+ \S+ (.*)/.exec(section) ?? [];
      const mid = /^a=mid:(\S+)/m.exec(section)?.[1];
      const [preferred] = payloadTypes
        .trim()
        .split(' ')
        .flatMap((payloadType) => {
          const codec = new RegExp(`^a=rtpmap:${payloadType} ([^/]+)`, 'm').exec(section)?.[1];
          return codec && codec !== 'red' ? [{ payloadType: Number(payloadType), codec }] : [];
        });
      if (!mid || !preferred || (kind !== 'audio' && kind !== 'video'))
        throw new Error(`No section: ${section}`);
      return { mid, kind, ...preferred };
    });

/** The sections of every 1-to-1 call (`client/src/call/direct/sections.ts`), with the codecs that all browsers have. */
const OWN_SECTIONS: readonly Section[] = (
  ['audio', 'video', 'video', 'audio', 'video', 'audio'] as const
).map((kind, index) => ({
  mid: String(index),
  kind,
  ...(kind === 'audio'
    ? { payloadType: OPUS_PAYLOAD_TYPE, codec: 'opus' }
    : { payloadType: VP8_PAYLOAD_TYPE, codec: 'VP8' }),
}));

/** Sends back what comes in a section, and asks for a key frame when the other side needs one. */
const echo = (track: Track, ssrc: number, onPacket: () => void): void => {
  let theirs: number | undefined;
  track.onMessage((packet) => {
    if (!track.isOpen()) return;
    if (isRtcp(packet)) {
      if (theirs !== undefined && asksForKeyFrame(packet))
        track.sendMessageBinary(keyFrameRequest(ssrc, theirs));
      return;
    }
    theirs = ssrcOf(packet);
    onPacket();
    const back = Buffer.from(packet);
    back.writeUInt32BE(ssrc, 8);
    track.sendMessageBinary(back);
  });
};

/** The media of one call. */
class EchoConnection {
  readonly #connection: PeerConnection;
  readonly #packets = { audio: 0, video: 0 };
  /** Those that came before the description that they belong to. */
  #early: readonly { readonly candidate: string; readonly mid: string }[] = [];
  #isDescribed = false;
  #isClosed = false;

  constructor(port: number, send: (message: PeerMessage) => void) {
    this.#connection = new PeerConnection('peer', {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
      portRangeBegin: port,
      portRangeEnd: port,
    });
    this.#connection.onLocalDescription((sdp, type) => {
      if (type === 'offer' || type === 'answer') send({ kind: 'description', type, sdp });
    });
    this.#connection.onLocalCandidate((candidate, sdpMid) => {
      const place = { sdpMid, sdpMLineIndex: null, usernameFragment: null };
      send({ kind: 'candidate', candidate: { candidate, ...place } });
    });
  }

  /** The state of the connection, for the message of a test that fails. */
  get state(): string {
    const pair = this.#connection.getSelectedCandidatePair();
    const route = pair ? `${pair.local.type}-${pair.remote.type}` : 'no route';
    return `connection ${this.#connection.state()}, ICE ${this.#connection.iceState()}, ${route}`;
  }

  get packets(): Readonly<Record<Section['kind'], number>> {
    return this.#packets;
  }

  offer(): void {
    if (this.#isClosed) return;
    for (const section of OWN_SECTIONS) this.#add(section);
    this.#connection.setLocalDescription('offer');
  }

  /** What comes after the end is left. */
  receive(message: PeerMessage): void {
    if (this.#isClosed) return;
    if (message.kind === 'candidate' && message.candidate) {
      const { candidate, sdpMid } = message.candidate;
      this.#early = [...this.#early, { candidate, mid: sdpMid ?? '0' }];
    }
    if (message.kind === 'description' && message.type !== 'rollback')
      this.#describe(message.type, message.sdp);
    if (this.#isDescribed) {
      for (const { candidate, mid } of this.#early) this.#connection.addRemoteCandidate(candidate, mid);
      this.#early = [];
    }
  }

  #describe(type: 'offer' | 'answer', sdp: string): void {
    if (type === 'offer') for (const section of sectionsOf(sdp)) this.#add(section);
    this.#connection.setRemoteDescription(sdp, type);
    if (type === 'offer') this.#connection.setLocalDescription('answer');
    this.#isDescribed = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection.close();
  }

  #add({ mid, kind, payloadType, codec }: Section): void {
    const ssrc = nextSsrc++;
    const media = kind === 'audio' ? new Audio(mid, 'SendRecv') : new Video(mid, 'SendRecv');
    if ('addAudioCodec' in media) media.addAudioCodec(payloadType, codec);
    else media.addVideoCodec(payloadType, codec);
    media.addSSRC(ssrc, CNAME, CNAME, mid);
    echo(this.#connection.addTrack(media), ssrc, () => {
      this.#packets[kind] += 1;
    });
  }
}

interface Pairs {
  readonly 'hydra:member': readonly { readonly id: PairId; readonly nickname: string }[];
}

/** Someone of a system's people, signed in and ready to be rung. */
export const enterAsPeer = async (system: System, name: string): Promise<Peer> => {
  const client = new TestSignalClient(`ws://localhost:${system.port}/api/v1/signal`);
  const { token } = await obtainTokens(system.url, system.account(name));
  await client.open(accessToken(token));
  const pinging = setInterval(() => {
    client.request('session.ping', {}).catch(() => {});
  }, PING_MS);
  let call: { readonly callId: CallId; readonly media: EchoConnection } | undefined;
  const current = () => {
    if (!call) throw new Error(`${name} is in no call`);
    return call;
  };
  const send = (callId: CallId, message: PeerMessage) => {
    // After the end of the call nobody wants it.
    client.request('directCall.signal', { callId, message }).catch(() => {});
  };
  const begin = (callId: CallId, port: number) => {
    call = { callId, media: new EchoConnection(port, (message) => send(callId, message)) };
  };
  const sayState = (callId: CallId) =>
    send(callId, { kind: 'state', microphone: true, camera: true, screen: false });
  client.onNotice('directCall.accepted', ({ callId }) => {
    if (call?.callId !== callId) return;
    sayState(callId);
    call.media.offer();
  });
  client.onNotice('directCall.signalled', ({ callId, message }) => {
    if (call?.callId === callId) call.media.receive(message);
  });
  client.onNotice('directCall.ended', ({ callId }) => {
    if (call?.callId === callId) call.media.close();
  });
  let heard = 0;
  const rung = async (): Promise<CallId> => {
    const { callId } = await client.notice('directCall.rang', () => true, heard);
    heard = client.frames.length;
    return callId;
  };

  return {
    async call(peer) {
      const { 'hydra:member': pairs } = (await system.read(name, '/pairs')) as Pairs;
      const pair = pairs.find(({ nickname }) => nickname === peer);
      if (!pair) throw new Error(`${name} has no pair with ${peer}`);
      const port = await newUdpPort();
      const { callId } = await client.request('directCall.invite', { pairId: pair.id });
      begin(callId, port);
    },
    async answer() {
      const callId = await rung();
      begin(callId, await newUdpPort());
      await client.request('directCall.accept', { callId });
      sayState(callId);
    },
    async decline() {
      await client.request('directCall.decline', { callId: await rung() });
    },
    async hangUp() {
      await client.request('directCall.hangUp', { callId: current().callId, reason: 'hung-up' });
    },
    async say(text) {
      await client.request('directCall.say', { callId: current().callId, text });
    },
    async receives(kind) {
      const { media } = current();
      const before = media.packets[kind];
      const what = `further ${kind} of the other side`;
      await until(what, () => media.packets[kind] >= before + ENOUGH_PACKETS).catch((cause: unknown) => {
        throw new Error(`${what} does not come (${media.state})`, { cause });
      });
    },
    async ended() {
      const { callId } = current();
      const { reason } = await client.notice('directCall.ended', (ended) => ended.callId === callId);
      return reason;
    },
    close() {
      clearInterval(pinging);
      call?.media.close();
      const leaving = call && client.request('directCall.hangUp', { callId: call.callId, reason: 'hung-up' });
      // The other side would wait for someone who merely closed the page. A call that has ended is left as it is.
      void Promise.resolve(leaving)
        .catch(() => {})
        .finally(() => client.close());
    },
  };
};
