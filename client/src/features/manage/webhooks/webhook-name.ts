import type { Webhook } from '#client/api/api-types.ts';

/** A webhook without a name is known by where it leads. */
export const webhookName = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name || url;
