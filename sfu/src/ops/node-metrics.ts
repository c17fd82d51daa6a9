import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { DEFAULT_METRICS_INTERVALS } from '#platform/default-metrics.ts';
import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import { NODE_HEARTBEAT_MS, NODE_HEARTBEATS_UNTIL_LOST } from '#protocol/limits.ts';
import type { SfuNotice } from '#protocol/sfu/contract.ts';
import type { MediaNode, NodeObserver } from '#sfu/media-node.ts';
import { type MediaSample, MediaSampler } from './media-sample.ts';

/** Sampling interval: the traffic between the last sample and a member's leaving is not counted. */
const SAMPLE_MS = NODE_HEARTBEAT_MS * NODE_HEARTBEATS_UNTIL_LOST;
const JOIN_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const QUANTILES = [0.5, 0.95];

export interface NodeMetrics {
  readonly observer: NodeObserver;
  /** Begins to measure. Returns what ends it. */
  watch(node: MediaNode, state: NodeState): () => void;
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** What the node's process knows beside its media. */
export interface NodeState {
  readonly busConnected: () => boolean;
  /** Bytes that are free for recordings; fails where nothing can be written. */
  readonly freeBytes: () => Promise<number>;
}

/**
 * The media plane for Prometheus: `hibiki_node_…`.
 * @param ofProcess also those of the process, such as its memory; leave them out where nobody reads, since they cost timers
 */
export function createNodeMetrics(log: Logger, build: string, ofProcess: boolean): NodeMetrics {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ ...DEFAULT_METRICS_INTERVALS, register: registry });
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `hibiki_node_${name}`, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `hibiki_node_${name}`, help, labelNames, registers });

  gauge('build_info', 'Always 1; the label says what runs', 'build').set({ build }, 1);
  const joinSeconds = new Histogram({
    name: 'hibiki_node_join_seconds',
    help: 'Time to let a member in',
    buckets: JOIN_BUCKETS_S,
    registers,
  });
  const joinFailures = counter('join_failures_total', 'Joins that were refused or failed', 'code');
  const lostMembers = counter('lost_members_total', 'Members removed when their media connections ended');
  const lostRooms = counter('lost_rooms_total', 'Rooms that ended with members in them', 'reason');
  const recordings = counter('recordings_finished_total', 'Recordings by their outcome', 'outcome');
  const workerDeaths = counter('worker_deaths_total', 'mediasoup workers that died');
  const bytes = counter('bytes_total', 'Bytes over the transports of members', 'direction');
  const nacks = counter('nacks_total', 'Retransmissions that the node asked senders for');
  const keyFrames = counter('key_frame_requests_total', 'Key frames that the node asked senders for');
  const rooms = gauge('rooms', 'Rooms');
  const draining = gauge('draining', '1: takes no new rooms');
  const bus = gauge('bus_connected', '1: has the bus');
  const load = gauge('worker_load', 'Share of a core that a worker uses', 'worker');
  const workerRooms = gauge('worker_rooms', 'Rooms of a worker', 'worker');
  const workerConsumers = gauge('worker_consumers', 'Consumers of a worker', 'worker');
  const members = gauge('members', 'Members of all rooms');
  const producers = gauge('producers', 'Streams that members send');
  const consumers = gauge('consumers', 'Streams that members receive');
  const transports = gauge('transports', 'Transports of members', 'ice_state');
  const bits = gauge('bits_per_second', 'Bit rate over the transports of members', 'direction');
  const loss = gauge('packet_loss_ratio', 'Mean loss of packets over the transports, 0 to 1', 'direction');
  const roundTrip = gauge('round_trip_seconds', 'Round-trip times that members measure', 'quantile');
  const concealed = gauge(
    'concealed_sound_ratio',
    'Share of sound that members’ browsers made up',
    'quantile',
  );
  const frozen = gauge(
    'frozen_picture_ratio',
    'Share of time that a picture of members stood still',
    'quantile',
  );
  const buffer = gauge('jitter_buffer_seconds', 'How long sound waits in members’ browsers', 'quantile');
  const liveRecordings = gauge('recordings', 'Recordings that run or are being finished', 'state');
  const copyDelay = gauge(
    'recording_copy_delay_seconds',
    'For how long the bucket has not had all of a running recording; absent without a bucket',
  );
  const freeDisk = gauge('recording_free_bytes', 'Free bytes for recordings; absent: not writable');

  const observer: NodeObserver = {
    joined: (elapsedMs) => joinSeconds.observe(elapsedMs / 1_000),
    joinFailed: (code) => joinFailures.inc({ code }),
    notified: (notice: SfuNotice) => {
      if (notice.notice === 'room.memberLost') lostMembers.inc();
      if (notice.notice === 'room.lost') lostRooms.inc({ reason: notice.data.reason });
      if (notice.notice === 'recording.finished') recordings.inc({ outcome: notice.data.result.outcome });
    },
    workerDied: () => workerDeaths.inc(),
  };

  const showSample = (sample: MediaSample): void => {
    members.set(sample.members);
    producers.set(sample.producers);
    consumers.set(sample.consumers);
    transports.reset();
    for (const [state, count] of sample.transports) transports.set({ ice_state: state }, count);
    for (const direction of ['received', 'sent'] as const) {
      bits.set({ direction }, sample.bitsPerSecond[direction]);
      loss.set({ direction }, sample.loss[direction]);
      bytes.inc({ direction }, sample.growth[direction]);
    }
    nacks.inc(sample.growth.nacks);
    keyFrames.inc(sample.growth.keyFrameRequests);
    for (const [metric, values] of [
      [roundTrip, sample.roundTripS],
      [concealed, sample.perceived.concealed],
      [frozen, sample.perceived.frozen],
      [buffer, sample.perceived.bufferS],
    ] as const) {
      metric.reset();
      const sorted = [...values].sort((one, other) => one - other);
      for (const quantile of QUANTILES) {
        const value = sorted[Math.floor(quantile * sorted.length)];
        if (value !== undefined) metric.set({ quantile: String(quantile) }, value);
      }
    }
  };

  const showNode = (node: MediaNode, state: NodeState): void => {
    const { workers } = node.heartbeat;
    rooms.set(node.rooms.all.length);
    draining.set(node.heartbeat.draining ? 1 : 0);
    bus.set(state.busConnected() ? 1 : 0);
    for (const metric of [load, workerRooms, workerConsumers]) metric.reset();
    for (const [index, worker] of workers.entries()) {
      const label = { worker: String(index) };
      load.set(label, worker.load);
      workerRooms.set(label, worker.rooms);
      workerConsumers.set(label, worker.consumers);
    }
    for (const recordingState of ['recording', 'finishing'] as const) {
      liveRecordings.set({ state: recordingState }, node.recordings.count(recordingState));
    }
    const { copyDelayMs } = node.recordings;
    if (copyDelayMs !== null) copyDelay.set(copyDelayMs / 1_000);
  };

  let refresh = async (): Promise<void> => {};
  return {
    observer,
    watch(node, state) {
      const sampler = new MediaSampler(node);
      const stopMeasuring = repeatedly({
        everyMs: SAMPLE_MS,
        work: async () => showSample(await sampler.sample()),
        onError: (err) => log.warn({ err }, 'media not measured'),
      });
      refresh = async () => {
        showNode(node, state);
        await state.freeBytes().then(
          (free) => freeDisk.set(free),
          () => freeDisk.reset(),
        );
      };
      return stopMeasuring;
    },
    async read() {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
