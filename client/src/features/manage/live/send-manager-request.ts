import { currentSignal } from '#client/signal/signal-connection.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SignalPayload, SignalReply, SignalRequestName } from '#protocol/signal/contract.ts';

type ManagerRequest = SignalRequestName & `manage.${string}`;

/** Asks over the page's signalling connection. Throws `service-unavailable` where there is none, and what the server answers. */
export async function sendManagerRequest<Name extends ManagerRequest>(
  name: Name,
  data: SignalPayload<Name>,
): Promise<SignalReply<Name>> {
  const signal = currentSignal();
  if (!signal) throw new AppError('service-unavailable');
  return await signal.request(name, data);
}
