import { AppError } from '#protocol/app-error.ts';
import { newDeviceSecret } from '#server/auth/sign-in.ts';
import type { OperationHandler } from '#server/rest/endpoint.ts';
import { lockItem } from '#server/rest/find-item.ts';
import { devicesResource } from '#server/rest/resources/devices.ts';

export const deviceOperations: readonly OperationHandler[] = [
  {
    name: 'devices.current',
    transaction: false,
    async handle({ principal }) {
      if (principal?.kind !== 'device') throw new AppError('forbidden');
      return { id: principal.id };
    },
  },
  {
    name: 'devices.renewSecret',
    transaction: true,
    async open(context, { id = '' }, reach) {
      const device = await lockItem(devicesResource, context, id, reach);
      return async () => {
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
      };
    },
  },
];
