import { actAsPeer } from './contract-peer.ts';
import { createParentLinkBus } from './ipc.ts';

actAsPeer(createParentLinkBus(process, { report: () => {} }));
process.once('disconnect', () => process.exit());
