import { idOfIri } from '#protocol/rest/field.ts';

export interface LoggedObject {
  readonly resource: string;
  readonly resourceId: string | null;
  /** What was done to it. */
  readonly action?: string;
  /** Address of who did it; null: unknown. */
  readonly actor?: string | null;
  /** Address of the customer that it belongs to. */
  readonly customer: string | null;
}

/** Who is to follow an address. */
export interface LogReader {
  readonly isAdmin: boolean;
  /** Id of the user or the administrator. */
  readonly id: string;
}

/** Pages of objects, below `/manager`; what is edited in its list has its dialog's address. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  users: (id) => `/manager/users/${id}`,
  devices: (id) => `/manager/devices/${id}`,
  groups: (id) => `/manager/groups/${id}`,
  customers: (id) => `/manager/customer/${id}`,
  webhooks: (id) => `/manager/webhooks/${id}`,
  tasks: (id) => `/manager/tasks/${id}`,
  pairs: (id) => `/manager/pairs?edit=${id}`,
  notifications: (id) => `/manager/notifications?edit=${id}`,
  admins: (id) => `/manager/admins?edit=${id}`,
  recordings: () => '/manager/recordings',
  services: () => '/manager/services',
};

/** Screens of administrators alone. */
const OF_ADMINS: ReadonlySet<string> = new Set(['admins', 'services']);

/** What was deleted is gone, and of an export only the list is named. */
const WITHOUT_OBJECT: ReadonlySet<string> = new Set(['delete', 'export', 'download']);

/** Where the object that something was done to is shown; null: nowhere, or not to this reader. */
export function objectAddress(
  { resource, resourceId, action, actor = null, customer }: LoggedObject,
  reader: LogReader,
): string | null {
  if (OF_ADMINS.has(resource) && !reader.isAdmin) return null;
  // Everyone finds their own alone.
  if (resource === 'tasks' && (actor === null || idOfIri(actor) !== reader.id)) return null;
  if (action !== undefined && WITHOUT_OBJECT.has(action)) return null;
  if (resource === 'features') {
    return customer === null ? null : `/manager/customer/${idOfIri(customer)}/features`;
  }
  return resourceId === null ? null : (pages[resource]?.(resourceId) ?? null);
}

/** Where the one who did it is shown. */
export function actorAddress(actor: string | null, reader: LogReader): string | null {
  if (actor === null) return null;
  const [resource = '', resourceId = ''] = actor.split('/').slice(-2);
  return objectAddress({ resource, resourceId, customer: null }, reader);
}
