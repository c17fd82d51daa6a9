import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import { SFU_NOTICES_SUBJECT, type SfuNotice, type SfuNotices, sfuNotices } from '#protocol/sfu/contract.ts';

const noticeSchemas = new Map<string, ReturnType<typeof compileNotice>>(
  Object.entries(sfuNotices).map(([name, { payload }]) => [name, compileNotice(payload)]),
);
function compileNotice(payload: SfuNotices[keyof SfuNotices]['payload']) {
  return Compile(payload);
}

/** Calls back with every notice of any media node that matches the contract. Returns what ends the subscription. */
export function subscribeToNodes(
  bus: Bus,
  listener: (notice: SfuNotice) => void,
  onInvalid: (name: string) => void,
): () => void {
  return bus.subscribe(SFU_NOTICES_SUBJECT, (message) => {
    if (isNotice(message)) listener(message);
    else onInvalid(nameOf(message));
  });
}

const nameOf = (message: unknown): string =>
  typeof message === 'object' && message !== null && 'notice' in message ? String(message.notice) : '';

const isNotice = (message: unknown): message is SfuNotice =>
  typeof message === 'object' &&
  message !== null &&
  'data' in message &&
  noticeSchemas.get(nameOf(message))?.Check(message.data) === true;
