import type { Bus, ReportError } from '#platform/bus/bus.ts';
import { createParentLinkBus } from '#platform/bus/ipc.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { openClusterBus } from '#platform/bus/open-cluster-bus.ts';
import type { Logger } from '#platform/log.ts';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';

/** Opens the bus of the cluster, that of the process which supervises this server, or one of the server's own. Throws `CannotStart`. */
export function openBus(config: Config, log: Logger, report: ReportError): Bus {
  const { natsUrl: url, natsCredentialsFile: credentialsFile, natsCaFile: caFile, supervised } = config;
  if (url !== null) return openClusterBus({ url, credentialsFile, caFile }, log, report);
  if (!supervised) return createLocalBus({ report });
  if (!process.send) throw new CannotStart('SUPERVISED is set, but no process supervises this server');
  return createParentLinkBus(process, { report });
}
