import { createParentLinkBus } from '#platform/bus/ipc.ts';
import { actAsPeer } from './contract-peer.ts';

actAsPeer(createParentLinkBus(process, { report: () => {} }));
process.once('disconnect', () => process.exit());
