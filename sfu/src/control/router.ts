import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { NodeId } from '#protocol/ids.ts';
import {
  type SfuPayload,
  SfuRequestFrameSchema,
  type SfuRequestName,
  sfuRequests,
  sfuSubject,
} from '#protocol/sfu/contract.ts';
import type { MediaNode } from '#sfu/media-node.ts';
import { handlers } from './handlers.ts';

type Route = (node: MediaNode, data: unknown) => Promise<unknown>;

const frames = Compile(SfuRequestFrameSchema);
const routes = new Map<string, Route>(
  Object.keys(sfuRequests).map((name) => [name, route(name as SfuRequestName)]),
);

function route<Name extends SfuRequestName>(name: Name): Route {
  const schema = Compile(sfuRequests[name].payload);
  const isPayload = (data: unknown): data is SfuPayload<Name> => schema.Check(data);
  const handle = handlers[name];
  return async (node, data) => {
    if (!isPayload(data)) throw new AppError('invalid-payload');
    return await handle(node, data);
  };
}

/**
 * Answers the servers' requests until the returned function is called. A frame that cannot be read is `malformed-frame`,
 * a name that is not in the contract `unknown-request`, a payload that does not match it `invalid-payload`.
 */
export function serveRequests(bus: Bus, nodeId: NodeId, node: MediaNode, log: Logger): () => void {
  return bus.serve(sfuSubject(nodeId), async (frame) => {
    if (!frames.Check(frame)) throw new AppError('malformed-frame');
    const route = routes.get(frame.request);
    if (!route) throw new AppError('unknown-request');
    try {
      return await route(node, frame.data);
    } catch (err) {
      // The bus reports errors without a code.
      if (err instanceof AppError) log.debug({ err, request: frame.request }, 'request refused');
      throw err;
    }
  });
}
