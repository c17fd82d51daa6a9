import type { Item } from '#client/api/api-types.ts';

export type CustomerFeature = Item<'features'>;
/** As the installation has it; where services in force are asked for, with what its people can use. */
export type ServiceInForce = Item<'services'>;
export type ServiceName = ServiceInForce['name'];
