import type { Benchmark, Report, Row } from './benchmark.ts';
import { cpuNs } from './cpu.ts';
import { everyFrame } from './every-frame.ts';
import { PUBLISHED_SSRC, type StartForwarder } from './sfu-forwarder.ts';
import { startOurs } from './sfu-ours.ts';
import { startRaw } from './sfu-raw.ts';
import { stream, streamFrames } from './sfu-stream.ts';
import { compared } from './statistics.ts';

const SUBSCRIBERS = [20, 60, 200];
const ROUNDS = 5;
/** The warm-up is longer than it takes Node to collect what the joins have left behind. */
const frames = { warmUp: 150, measured: 150 };
/** The last packet is taken to have arrived when nothing has for this long. */
const QUIET_MS = 200;
/** Outside of these a sample says nothing: above that share of a core the generator measures itself. */
const valid = { maxGeneratorLoad: 0.7, minArrived: 0.999 };

interface Sample {
  readonly usAPacket: number;
  readonly arrived: number;
  readonly generatorLoad: number;
}

export const sfuCost: Benchmark = {
  name: 'sfu-cost',
  measures: 'CPU of the media node a forwarded packet',
  goal: 'at most 1.05 × raw mediasoup',
  run,
};

async function run(progress: (line: string) => void): Promise<Report> {
  const rows: Row[] = [];
  const invalid: string[] = [];
  for (const subscribers of SUBSCRIBERS) {
    const load = `${subscribers} subscribers`;
    const ours: Sample[] = [];
    const raw: Sample[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      ours.push(await measure(startOurs, subscribers));
      raw.push(await measure(startRaw, subscribers));
      progress(`${load}, round ${round}: ours ${describe(ours.at(-1))}, raw ${describe(raw.at(-1))}`);
    }
    const costs = (samples: readonly Sample[]) => samples.map(({ usAPacket }) => usAPacket);
    rows.push(compared(load, costs(ours), 'raw mediasoup', costs(raw)));
    const all = [...ours, ...raw];
    const worstLoad = Math.max(...all.map(({ generatorLoad }) => generatorLoad));
    const worstArrived = Math.min(...all.map(({ arrived }) => arrived));
    if (worstLoad > valid.maxGeneratorLoad) {
      invalid.push(`${load}: the load generator took ${percent(worstLoad)} of a core`);
    }
    if (worstArrived < valid.minArrived) invalid.push(`${load}: only ${percent(worstArrived)} arrived`);
  }
  return { unit: 'µs', rows, invalid };
}

/** The cost of forwarding one publisher to all subscribers for some seconds. */
async function measure(start: StartForwarder, subscribers: number): Promise<Sample> {
  const forwarder = await start(subscribers);
  try {
    const receivedByAll = () => forwarder.subscribers.reduce((sum, { received }) => sum + received(), 0);
    const nextFrame = streamFrames(PUBLISHED_SSRC);
    const publish = (count: number) =>
      everyFrame(count, () => {
        for (const packet of nextFrame()) forwarder.publisher.sendMessageBinary(packet);
      });
    const settle = () => quiet(receivedByAll);

    await publish(frames.warmUp);
    await settle();
    const begun = performance.now();
    const before = {
      received: receivedByAll(),
      cpu: await cpuNs(forwarder.pids),
      generator: await cpuNs([process.pid]),
    };
    await publish(frames.measured);
    const generatorNs = (await cpuNs([process.pid])) - before.generator;
    const elapsedNs = (performance.now() - begun) * 1e6;
    await settle();
    const costNs = (await cpuNs(forwarder.pids)) - before.cpu;
    const received = receivedByAll() - before.received;
    return {
      usAPacket: costNs / 1_000 / received,
      arrived: received / (frames.measured * stream.packetsAFrame * subscribers),
      generatorLoad: generatorNs / elapsedNs,
    };
  } finally {
    await forwarder.stop();
  }
}

async function quiet(count: () => number): Promise<void> {
  for (let last = -1; last !== count(); ) {
    last = count();
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const describe = (sample: Sample | undefined): string =>
  sample
    ? `${sample.usAPacket.toFixed(2)} µs (${percent(sample.arrived)} arrived, generator ${percent(sample.generatorLoad)})`
    : 'nothing';
