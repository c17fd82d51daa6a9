import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import { AppError } from '#protocol/app-error.ts';
import type { NodeId } from '#protocol/ids.ts';
import { type SfuRequestName, type SfuRequests, sfuRequests, sfuSubject } from '#protocol/sfu/contract.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';

/** A media node that does not answer within this is overloaded or gone; half of what a client waits. */
const REQUEST_TIMEOUT_MS = 5_000;

export type AskNode = <Name extends SfuRequestName>(
  nodeId: NodeId,
  name: Name,
  data: PayloadOf<SfuRequests, Name>,
) => Promise<ReplyOf<SfuRequests, Name>>;

/**
 * Typed requests to media nodes, replies checked. Fails with the node's own error, with `media-node-unavailable` where
 * the node is not there, and `request-timeout`.
 */
export function createAskNode(bus: Bus, timeoutMs = REQUEST_TIMEOUT_MS): AskNode {
  const compileReply = <Name extends SfuRequestName>(name: Name) => {
    const schema = Compile(sfuRequests[name].reply);
    return schema;
  };
  const schemas = new Map<string, ReturnType<typeof compileReply>>();
  return async <Name extends SfuRequestName>(
    nodeId: NodeId,
    name: Name,
    data: PayloadOf<SfuRequests, Name>,
  ) => {
    const schema = schemas.get(name) ?? compileReply(name);
    schemas.set(name, schema);
    const isReply = (value: unknown): value is ReplyOf<SfuRequests, Name> => schema.Check(value);
    const reply = await bus
      .request(sfuSubject(nodeId), { request: name, data }, { timeoutMs })
      .catch((error: unknown) => {
        const gone = error instanceof AppError && error.code === 'service-unavailable';
        throw gone ? new AppError('media-node-unavailable', { cause: error }) : error;
      });
    if (!isReply(reply)) {
      throw new Error(
        `The media node's reply to ${name} breaks the contract: ${schema.Errors(reply)[0]?.message}`,
      );
    }
    return reply;
  };
}
