import { randomUUID } from 'node:crypto';
import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { RoomNotice, SfuPayload } from '#protocol/sfu/contract.ts';
import type { ConsumerOptions, JoinReply, roomNotices } from '#protocol/signal/group-call.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import { type Connection, createConnection } from './connection.ts';
import {
  AUDIO_LEVEL_ID,
  AUDIO_LEVEL_URI,
  asksForKeyFrame,
  isRtcp,
  OPUS_PAYLOAD_TYPE,
  rtpPacket,
  ssrcOf,
  VP8_PAYLOAD_TYPE,
  vp8DeltaFrame,
  vp8KeyFrame,
} from './rtp.ts';
import type { TestNode } from './test-node.ts';
import { newUdpPort } from './udp-port.ts';

/** What a member needs of a media node. */
export type NodeLink = Pick<TestNode, 'ask' | 'notices'>;

type RtpParameters = SfuPayload<'media.produce'>['rtpParameters'];

const PACKET_INTERVAL_MS = 20;
const VIDEO_PACKET_BYTES = 400;
const SILENT_DBOV = 127;
const LOUD_DBOV = 10;

let lastSsrc = 1_000;

export const videoParameters = (ssrc: number): RtpParameters => ({
  codecs: [{ mimeType: 'video/VP8', payloadType: VP8_PAYLOAD_TYPE, clockRate: 90_000 }],
  encodings: [{ ssrc }],
});

export const audioParameters = (ssrc: number): RtpParameters => ({
  codecs: [{ mimeType: 'audio/opus', payloadType: OPUS_PAYLOAD_TYPE, clockRate: 48_000, channels: 2 }],
  headerExtensions: [{ uri: AUDIO_LEVEL_URI, id: AUDIO_LEVEL_ID }],
  encodings: [{ ssrc }],
});

/** Media that flows until it is stopped. */
export interface Flow {
  readonly producerId: string;
  /** Audio only. */
  setLoud(loud: boolean): void;
  stop(): void;
}

/** A member of a room as a browser is one, without the server between: it asks, hears, sends and counts. */
export class TestMember {
  readonly memberId: MemberId;
  readonly roomId: RoomId;
  readonly reply: JoinReply;
  readonly #node: NodeLink;
  readonly #flows = new Set<Flow>();
  readonly #received = new Map<number, number>();
  #send: Connection | undefined;
  #receive: Connection | undefined;

  private constructor(node: NodeLink, reply: JoinReply) {
    this.#node = node;
    this.reply = reply;
    this.memberId = reply.memberId;
    this.roomId = reply.roomId;
  }

  static async join(
    node: NodeLink,
    roomId: RoomId,
    options: Partial<SfuPayload<'room.join'>> = {},
  ): Promise<TestMember> {
    const reply = await node.ask('room.join', {
      roomId,
      memberId: randomUUID() as MemberId,
      fence: 1,
      party: { kind: 'user', id: randomUUID(), name: 'Member' },
      owner: false,
      capacity: 100,
      ...options,
    });
    return new TestMember(node, reply);
  }

  /** Joins, connects both transports and says that it is ready. */
  static async inRoom(
    node: NodeLink,
    roomId: RoomId,
    options: Partial<SfuPayload<'room.join'>> = {},
  ): Promise<TestMember> {
    const member = await TestMember.join(node, roomId, options);
    await member.connect();
    await member.ready();
    return member;
  }

  get #self() {
    return { roomId: this.roomId, memberId: this.memberId };
  }

  async connect(): Promise<void> {
    await this.connectSending();
    await this.connectReceiving();
  }

  async connectSending(): Promise<Connection> {
    this.#send = await this.#connect(this.reply.sendTransport, 'SendOnly');
    return this.#send;
  }

  async connectReceiving(): Promise<void> {
    this.#receive = await this.#connect(this.reply.receiveTransport, 'RecvOnly');
    this.#receive.track.onMessage((packet) => {
      if (isRtcp(packet)) return;
      const ssrc = ssrcOf(packet);
      this.#received.set(ssrc, (this.#received.get(ssrc) ?? 0) + 1);
    });
  }

  async #connect(transport: JoinReply['sendTransport'], direction: 'SendOnly' | 'RecvOnly') {
    const connection = createConnection(transport, direction, await newUdpPort());
    const { dtlsParameters } = connection;
    const transportId = transport.id;
    await this.#node.ask('media.connectTransport', { ...this.#self, transportId, dtlsParameters });
    await connection.open();
    return connection;
  }

  /** `rtpCapabilities`: all that the room offers by default. */
  async ready(rtpCapabilities = this.reply.routerRtpCapabilities): Promise<void> {
    await this.#node.ask('room.ready', { ...this.#self, rtpCapabilities });
  }

  /** What this member was told, of that name, oldest first. */
  heard<Name extends RoomNotice['notice']>(name: Name): PayloadOf<typeof roomNotices, Name>[] {
    return this.#heard()
      .filter((said) => said.notice === name)
      .map(({ data }) => data as PayloadOf<typeof roomNotices, Name>);
  }

  get heardNames(): string[] {
    return this.#heard().map(({ notice }) => notice);
  }

  #heard(): RoomNotice[] {
    return this.#node.notices.flatMap((said) =>
      said.notice === 'room.said' && said.data.roomId === this.roomId && said.data.to.includes(this.memberId)
        ? said.data.say
        : [],
    );
  }

  /** The consumers that were opened for this member and not closed. */
  get consumers(): ConsumerOptions[] {
    const closed = new Set(this.heard('groupCall.consumerClosed').map(({ consumerId }) => consumerId));
    return this.heard('groupCall.consumerOpened').filter(({ consumerId }) => !closed.has(consumerId));
  }

  consumerOf(producerId: string): ConsumerOptions {
    const consumer = this.consumers.find((candidate) => candidate.producerId === producerId);
    if (!consumer) throw new Error('no such consumer yet');
    return consumer;
  }

  async resume(producerId: string): Promise<void> {
    const { consumerId } = this.consumerOf(producerId);
    await this.#node.ask('media.resumeConsumer', { ...this.#self, consumerId });
  }

  async pause(producerId: string): Promise<void> {
    const { consumerId } = this.consumerOf(producerId);
    await this.#node.ask('media.pauseConsumer', { ...this.#self, consumerId });
  }

  /** Packets of a producer's media that have arrived here, over all consumers of it. */
  received(producerId: string): number {
    return this.heard('groupCall.consumerOpened')
      .filter((opened) => opened.producerId === producerId)
      .map(({ rtpParameters }) => rtpParameters.encodings?.[0]?.ssrc)
      .reduce<number>((sum, ssrc) => sum + (this.#received.get(ssrc ?? 0) ?? 0), 0);
  }

  /** Opens a producer that sends nothing. */
  async produce(source: MediaSource, rtpParameters?: RtpParameters): Promise<string> {
    const kind = source.endsWith('audio') || source === 'microphone' ? 'audio' : 'video';
    const ssrc = ++lastSsrc;
    const { producerId } = await this.#node.ask('media.produce', {
      ...this.#self,
      transportId: this.reply.sendTransport.id,
      kind,
      source,
      paused: false,
      rtpParameters: rtpParameters ?? (kind === 'audio' ? audioParameters(ssrc) : videoParameters(ssrc)),
    });
    return producerId;
  }

  async speak(): Promise<Flow> {
    const ssrc = ++lastSsrc;
    const producerId = await this.produce('microphone', audioParameters(ssrc));
    let audioLevel = LOUD_DBOV;
    const stop = this.#pump((index) =>
      rtpPacket({
        payloadType: OPUS_PAYLOAD_TYPE,
        ssrc,
        sequence: index,
        timestamp: index * 960,
        payload: new Uint8Array(40).fill(7),
        audioLevel,
      }),
    );
    return this.#own({
      producerId,
      stop,
      setLoud(loud) {
        audioLevel = loud ? LOUD_DBOV : SILENT_DBOV;
      },
    });
  }

  /** With several encodings the streams of a simulcast, the smallest first. */
  async film(encodings = 1, source: MediaSource = 'camera'): Promise<Flow> {
    const ssrcs = Array.from({ length: encodings }, () => ++lastSsrc);
    const parameters: RtpParameters = { ...videoParameters(0), encodings: ssrcs.map((ssrc) => ({ ssrc })) };
    const producerId = await this.produce(source, parameters);
    const payload = vp8KeyFrame(VIDEO_PACKET_BYTES);
    const stops = ssrcs.map((ssrc) =>
      this.#pump((index) =>
        rtpPacket({
          payloadType: VP8_PAYLOAD_TYPE,
          ssrc,
          sequence: index,
          timestamp: index * 1_800,
          payload,
        }),
      ),
    );
    return this.#own({ producerId, setLoud: () => {}, stop: () => stops.map((stop) => stop()) });
  }

  /** A camera whose key frames are all lost until so many have been asked for. */
  async filmAfterKeyFrameRequests(requests: number): Promise<
    Flow & {
      /** Requests that have come so far. */
      readonly asked: () => number;
      /** From now on all key frames are lost until so many more have been asked for. */
      readonly loseAgain: (requests: number) => void;
    }
  > {
    const ssrc = ++lastSsrc;
    const [codec] = videoParameters(ssrc).codecs;
    const producerId = await this.produce('camera', {
      codecs: codec ? [{ ...codec, rtcpFeedback: [{ type: 'nack', parameter: 'pli' }] }] : [],
      encodings: [{ ssrc }],
    });
    let asked = 0;
    let enough = requests;
    this.#send?.track.onMessage((message) => {
      if (isRtcp(message) && asksForKeyFrame(message)) asked += 1;
    });
    const keyFrame = vp8KeyFrame(VIDEO_PACKET_BYTES);
    const deltaFrame = vp8DeltaFrame(VIDEO_PACKET_BYTES);
    const stop = this.#pump((index) =>
      rtpPacket({
        payloadType: VP8_PAYLOAD_TYPE,
        ssrc,
        sequence: index,
        timestamp: index * 1_800,
        payload: asked >= enough ? keyFrame : deltaFrame,
      }),
    );
    return {
      ...this.#own({ producerId, setLoud: () => {}, stop }),
      asked: () => asked,
      loseAgain: (more) => {
        enough = asked + more;
      },
    };
  }

  #own(flow: Flow): Flow {
    this.#flows.add(flow);
    return flow;
  }

  #pump(packet: (index: number) => Buffer): () => void {
    let index = 0;
    const timer = setInterval(() => {
      if (this.#send?.track.isOpen()) this.#send.track.sendMessageBinary(packet(index++));
    }, PACKET_INTERVAL_MS);
    return () => clearInterval(timer);
  }

  async leave(reason: SfuPayload<'room.leave'>['reason'] = 'left'): Promise<void> {
    await this.#node.ask('room.leave', { ...this.#self, reason });
  }

  /** The browser disappears without telling the server. */
  vanish(): void {
    for (const flow of this.#flows) flow.stop();
    this.#flows.clear();
    this.#send?.close();
    this.#receive?.close();
  }
}
