import { Device } from 'mediasoup-client';
import {
  generateConsumerRemoteParameters,
  generateLocalDtlsParameters,
  generateNativeRtpCapabilities,
  generateRouterRtpCapabilities,
  generateTransportRemoteParameters,
} from 'mediasoup-client/fakeParameters';
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler';
import type { Transport } from 'mediasoup-client/types';
import { joinReply, memberOf } from '#client/call/testing/join-reply.ts';
import { isReply } from '#client/signal/frames.ts';
import { createNotices } from '#client/signal/notices.ts';
import type { Signal } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { SessionId } from '#protocol/ids.ts';
import { REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';
import type { Party } from '#protocol/party.ts';
import type { SignalRequestName } from '#protocol/signal/contract.ts';
import type { ProducerInfo } from '#protocol/signal/group-call.ts';

/** A round trip, in milliseconds. */
const ANSWER_MS = 30;
const CONNECTED_MS = 50;
const NEGOTIATION_MS = 10;

const uuid = (number: number): string => `01920000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const me: Party = { kind: 'user', id: uuid(21), name: 'Me' };

type Payload = { readonly [field: string]: unknown };

interface Asked {
  readonly name: SignalRequestName;
  readonly data: Payload;
  /** What the request is about: a source, a consumer, a transport. */
  readonly item: string;
  readonly atMs: number;
}

/** How requests of one name fail. */
export interface Fault {
  readonly times: number;
  /** `silence`: no answer within the client's own limit, and nothing done; `lost`: done, and no answer. */
  readonly how: ErrorCode | 'silence' | 'lost';
}

/** What another member sends. */
const aoiSends: readonly ProducerInfo[] = [
  { producerId: 'aoi-microphone', kind: 'audio', source: 'microphone', paused: false },
  { producerId: 'aoi-camera', kind: 'video', source: 'camera', paused: false },
];

/**
 * A server and a media node with one other member, as far as one browser can tell, and that browser's WebRTC. Everything works, but
 * for what the test lets fail.
 */
export class FakeNode {
  readonly asked: Asked[] = [];
  /** Of this browser, by id. */
  readonly producers = new Map<string, { readonly source: string; paused: boolean }>();
  /** Of this browser: paused or not. */
  readonly consumers = new Map<string, boolean>();
  recording = false;
  /** Of one connection, the most that were in progress at the same time: a browser takes only one after the other. */
  negotiationsAtOnce = 0;
  readonly #faults = new Map<string, { times: number; readonly how: Fault['how'] }>();
  readonly #transports = new Map<string, Transport>();
  readonly #notices = createNotices((what) => {
    throw new Error(what);
  });
  #rooms = 0;
  #ids = 0;

  readonly signal: Signal = {
    state: {
      phase: 'open',
      party: me,
      sessionId: uuid(10) as SessionId,
    },
    subscribe: () => () => {},
    check: () => {},
    request: async (name, payload) => {
      const data: Payload = JSON.parse(JSON.stringify(payload));
      this.asked.push({ name, data, item: String(this.#itemOf(data) ?? name), atMs: performance.now() });
      const fault = this.#faultOf(name);
      if (fault === 'lost') this.#answer(name, data);
      await this.#wait(fault);
      const reply = this.#answer(name, data);
      if (!isReply(name, reply)) throw new Error(`The reply to ${name} does not match the contract`);
      return reply;
    },
    on: (name, listener) => this.#notices.on(name, listener),
    onSessionReplaced: () => () => {},
  };

  /** The browser's part of it, which mediasoup-client brings for tests: in the place of `device.ts`. */
  readonly loadDevice = async (): Promise<Device> => {
    const handlerFactory = FakeHandler.createFactory({
      generateNativeRtpCapabilities,
      generateLocalDtlsParameters,
    });
    const device = await Device.factory({ handlerFactory });
    await device.load({ routerRtpCapabilities: generateRouterRtpCapabilities() });
    device.observer.on('newtransport', (transport) => {
      this.#transports.set(transport.id, transport);
      this.#takesTime(transport.handler);
    });
    return device;
  };

  /** From now on these requests fail, so many times. */
  fail(name: SignalRequestName, { times, how }: Fault): void {
    this.#faults.set(name, { times, how });
  }

  say(name: string, data: object): void {
    this.#notices.hear(name, data);
  }

  /** As a member of the room. */
  get #aoiId(): string {
    return uuid(200 + this.#rooms);
  }

  /** What this browser sends, by source. */
  get sent(): Readonly<Record<string, 'sent' | 'paused'>> {
    return Object.fromEntries(
      [...this.producers.values()].map(({ source, paused }) => [source, paused ? 'paused' : 'sent']),
    );
  }

  /** Whether everything that others send reaches this browser. */
  get isHeard(): boolean {
    return this.consumers.size === aoiSends.length && ![...this.consumers.values()].includes(true);
  }

  /** The most requests about one thing within any second. */
  get busiestSecond(): number {
    const most = this.asked.map(
      ({ item, atMs }) =>
        this.asked.filter((other) => other.item === item && other.atMs >= atMs && other.atMs < atMs + 1_000)
          .length,
    );
    return Math.max(0, ...most);
  }

  #itemOf({ source, producerId, consumerId, spatialLayer, transportId }: Payload): unknown {
    const known = this.producers.get(String(producerId))?.source;
    return (
      source ?? known ?? (spatialLayer === undefined ? consumerId : `layer ${consumerId}`) ?? transportId
    );
  }

  #faultOf(name: SignalRequestName): Fault['how'] | null {
    const fault = this.#faults.get(name);
    if (fault === undefined || fault.times <= 0) return null;
    fault.times -= 1;
    return fault.how;
  }

  async #wait(fault: Fault['how'] | null): Promise<void> {
    const isUnanswered = fault === 'silence' || fault === 'lost';
    await new Promise((resolve) => setTimeout(resolve, isUnanswered ? REQUEST_TIMEOUT_MS : ANSWER_MS));
    if (fault !== null) throw new AppError(isUnanswered ? 'request-timeout' : fault);
  }

  #answer(name: SignalRequestName, data: Payload): object {
    const producer = this.producers.get(String(data.producerId));
    switch (name) {
      case 'groupCall.look':
        return { groupName: 'Tea', offered: joinReply(1).offered };
      case 'groupCall.join':
        return this.#join();
      case 'groupCall.connectTransport':
        setTimeout(() => this.#connected(String(data.transportId)), CONNECTED_MS);
        return {};
      case 'groupCall.produce':
        return this.#produce(String(data.source), data.paused === true);
      case 'groupCall.pauseProducer':
      case 'groupCall.resumeProducer':
        if (!producer) throw new AppError('media-object-not-found');
        producer.paused = name === 'groupCall.pauseProducer';
        return {};
      case 'groupCall.closeProducer':
        this.producers.delete(String(data.producerId));
        return {};
      case 'groupCall.closeSource':
        for (const [id, { source }] of this.producers) if (source === data.source) this.producers.delete(id);
        return {};
      case 'groupCall.ready':
        this.#openConsumers();
        return {};
      case 'groupCall.resumeConsumer':
      case 'groupCall.pauseConsumer':
        this.consumers.set(String(data.consumerId), name === 'groupCall.pauseConsumer');
        return {};
      case 'groupCall.setRecording':
        this.recording = data.on === true;
        return {};
      case 'recording.stop':
        this.say('groupCall.serverRecordingChanged', { on: false });
        return {};
      default:
        return {};
    }
  }

  #join(): object {
    this.#rooms += 1;
    this.producers.clear();
    this.consumers.clear();
    this.recording = false;
    const aoi = memberOf('aoi', this.#rooms, aoiSends);
    return {
      ...joinReply(this.#rooms),
      roomId: uuid(this.#rooms),
      memberId: uuid(100 + this.#rooms),
      self: me,
      members: [{ ...aoi, memberId: this.#aoiId, party: { ...aoi.party, id: uuid(20) } }],
      routerRtpCapabilities: generateRouterRtpCapabilities(),
      sendTransport: generateTransportRemoteParameters(),
      receiveTransport: generateTransportRemoteParameters(),
    };
  }

  /** Adding and removing what is sent, as in a browser. */
  #takesTime(handler: Transport['handler']): void {
    let now = 0;
    const negotiate = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      now += 1;
      this.negotiationsAtOnce = Math.max(this.negotiationsAtOnce, now);
      try {
        await new Promise((resolve) => setTimeout(resolve, NEGOTIATION_MS));
        return await work();
      } finally {
        now -= 1;
      }
    };
    const send = handler.send.bind(handler);
    const stopSending = handler.stopSending.bind(handler);
    handler.send = (options) => negotiate(() => send(options));
    handler.stopSending = (localId) => negotiate(() => stopSending(localId));
  }

  #connected(transportId: string): void {
    const handler = this.#transports.get(transportId)?.handler;
    if (handler instanceof FakeHandler) handler.setConnectionState('connected');
  }

  #produce(source: string, paused: boolean): object {
    for (const [id, producer] of this.producers) if (producer.source === source) this.producers.delete(id);
    this.#ids += 1;
    const producerId = `producer-${this.#ids}`;
    this.producers.set(producerId, { source, paused });
    return { producerId };
  }

  #openConsumers(): void {
    for (const { producerId, kind, source } of aoiSends) {
      const codecMimeType = kind === 'audio' ? 'audio/opus' : 'video/VP8';
      const consumerId = `${source}-${this.#rooms}`;
      const { rtpParameters } = generateConsumerRemoteParameters({ id: consumerId, codecMimeType });
      this.consumers.set(consumerId, true);
      setTimeout(() =>
        this.say('groupCall.consumerOpened', {
          consumerId,
          producerId,
          memberId: this.#aoiId,
          kind,
          source,
          rtpParameters,
          producerPaused: false,
        }),
      );
    }
  }
}
