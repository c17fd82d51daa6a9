import { AppError } from '#protocol/app-error.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import { itemChange, type Operation, operation } from '#server/rest/operation.ts';
import { devicesResource } from '#server/rest/resources/devices.ts';

export const deviceOperations: readonly Operation[] = [
  operation('devices.current', async ({ principal }) => {
    if (principal?.kind !== 'device') throw new AppError('forbidden');
    return { id: principal.id };
  }),
  itemChange('devices.renewSecret', devicesResource, async (context, device) => {
    const { secret, secretHash } = newDeviceSecret();
    await context.db
      .updateTable('devices')
      .set(({ eb }) => ({ secret_hash: secretHash, revision: eb('revision', '+', 1) }))
      .where('id', '=', device.id)
      .execute();
    await context.deps.auth.accounts.endSignIns(context, 'device', device.id);
    await context.audit('renew-secret', 'devices', device.id, device.customer_id);
    const setupLink = context.deps.links.device(device.serial, secret);
    return { id: device.id, once: { secret, setupLink } };
  }),
];
