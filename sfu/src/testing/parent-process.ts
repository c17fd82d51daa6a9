import { fork } from 'node:child_process';
import { linkChildBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { SFU_NOTICES_SUBJECT } from '#protocol/sfu/contract.ts';

/** Starts a media node as a server does, and passes on what it says, for tests that kill its parent. */
const bus = createLocalBus();
bus.subscribe(SFU_NOTICES_SUBJECT, (notice) => process.send?.({ notice }));
const child = fork(new URL('../main.ts', import.meta.url), { execArgv: [] });
linkChildBus(bus, child);
process.send?.({ pid: child.pid });
