import type { OperationName, ResourcePath, resources } from '#protocol/rest/api.ts';
import type { Principal } from '#server/principal.ts';

/** Who asks; `nobody` has no token. */
export type Who = Principal['kind'] | 'nobody';

/**
 * On what an operation may be done. Each resource says in SQL what its reaches are (resources/*.ts, `reaches`).
 *
 * - `all`: on everything.
 * - `managed`: on what belongs to the customers that the manager manages.
 * - `own`: on what belongs to the asker.
 * - `side`: on `own`, and on what the asker takes part in (the invited side of a pair, a member of a group, the customer
 *   that one belongs to).
 * - `managedOrOwn`, `managedOrSide`: a manager is a user too.
 * - `invited`: on what waits for the asker's approval.
 * - `signed`: what the address itself gives permission for, as someone who may has made it.
 * - `yes`: the operation concerns no one's data, or only the asker's by its nature.
 */
export type Reach =
  | 'all'
  | 'managed'
  | 'own'
  | 'side'
  | 'managedOrOwn'
  | 'managedOrSide'
  | 'invited'
  | 'signed'
  | 'yes';

/** Who is not named may not: 401 for no one, 403 for others, 404 where the item cannot be seen at all. */
export type AccessRow = Readonly<Partial<Record<Who, Reach>>>;

const everybody = {
  nobody: 'yes',
  guest: 'yes',
  user: 'yes',
  device: 'yes',
  manager: 'yes',
  admin: 'yes',
} as const;
const signedIn = { user: 'yes', device: 'yes', manager: 'yes', admin: 'yes' } as const;
const admin = { admin: 'all' } as const;
const own = { manager: 'own', admin: 'own' } as const;
const managers = { manager: 'managed', admin: 'all' } as const;
const usersAndManagers = { user: 'own', manager: 'managedOrOwn', admin: 'all' } as const;
const ownersAndManagers = { device: 'own', ...usersAndManagers } as const;
const sidesAndManagers = { user: 'side', device: 'side', manager: 'managedOrSide', admin: 'all' } as const;

/** The one place that says who may do what. Nothing else in `rest` decides it. */
export const accessTable: Readonly<Record<OperationName, AccessRow>> = {
  'auth.signIn': everybody,
  'auth.refresh': everybody,
  'auth.signOut': signedIn,
  'auth.authenticate': everybody,
  'version.read': everybody,
  'selfTest.open': everybody,

  // Each resource within the reach of its own list.
  'search.find': managers,

  'users.list': usersAndManagers,
  // No one: sign-up.
  'users.create': { nobody: 'own', ...managers },
  'users.read': usersAndManagers,
  'users.replace': usersAndManagers,
  'users.merge': usersAndManagers,
  'users.delete': usersAndManagers,
  'users.current': { user: 'own', manager: 'own' },
  'users.agreeToTerms': { user: 'own', manager: 'own' },
  'pushSubscription.save': { user: 'own', manager: 'own' },
  'pushSubscription.remove': { user: 'own', manager: 'own' },
  'users.byEmail': usersAndManagers,
  'users.verify': everybody,
  'users.resendVerification': everybody,
  'users.resendLink': usersAndManagers,
  'users.withdrawMail': usersAndManagers,
  'users.resend': managers,
  'users.sendReset': managers,
  'users.reset': everybody,
  'users.resetManager': everybody,
  'users.groups': usersAndManagers,
  'users.pairs': usersAndManagers,
  'users.services': usersAndManagers,

  'admins.list': admin,
  'admins.create': admin,
  'admins.read': admin,
  'admins.replace': admin,
  'admins.merge': admin,
  'admins.delete': admin,
  'admins.current': { admin: 'own' },
  'admins.verify': everybody,
  'admins.resendVerification': everybody,
  'admins.resendLink': admin,
  'admins.withdrawMail': admin,
  'admins.reset': everybody,

  // Anyone who has the mailed link.
  'mailChanges.undo': everybody,

  'devices.list': { device: 'own', ...managers },
  'devices.create': managers,
  'devices.read': { device: 'own', ...managers },
  'devices.replace': managers,
  'devices.merge': { device: 'own', ...managers },
  'devices.delete': managers,
  'devices.current': { device: 'own' },
  'devices.renewSecret': managers,

  'pairs.list': sidesAndManagers,
  'pairs.create': ownersAndManagers,
  'pairs.read': sidesAndManagers,
  'pairs.replace': ownersAndManagers,
  'pairs.merge': ownersAndManagers,
  'pairs.delete': sidesAndManagers,
  'pairs.register': { device: 'own' },
  'pairs.approval': everybody,
  'pairs.checkApproval': everybody,
  'pairs.approve': { user: 'invited', device: 'invited', manager: 'invited', admin: 'invited' },
  'pairs.resendInvitation': ownersAndManagers,
  'pairs.availables': ownersAndManagers,

  'groups.list': sidesAndManagers,
  'groups.create': ownersAndManagers,
  'groups.read': sidesAndManagers,
  'groups.replace': ownersAndManagers,
  'groups.merge': ownersAndManagers,
  'groups.delete': ownersAndManagers,
  'groups.invite': ownersAndManagers,
  'groups.memberPairs': sidesAndManagers,
  'groups.availables': ownersAndManagers,

  // Whose group it is, or who is called by it, makes it: a link lets strangers in.
  'guest_links.create': { user: 'own', device: 'own', manager: 'own' },
  'guest_links.list': ownersAndManagers,
  'guest_links.read': ownersAndManagers,
  'guest_links.replace': ownersAndManagers,
  'guest_links.merge': ownersAndManagers,
  'guest_links.delete': ownersAndManagers,
  'guestLinks.check': everybody,

  'customers.list': sidesAndManagers,
  'customers.create': managers,
  'customers.read': sidesAndManagers,
  'customers.replace': managers,
  'customers.recordingUse': managers,
  'customers.merge': managers,
  'customers.delete': managers,
  'customers.current': { user: 'own', device: 'own', manager: 'own' },
  'customers.verify': everybody,
  'customers.resendLink': managers,
  'customers.withdrawMail': managers,
  'customers.addManager': managers,
  'customers.removeManager': managers,

  'features.list': sidesAndManagers,
  'features.create': managers,
  'features.read': sidesAndManagers,
  'features.replace': managers,
  'features.merge': managers,
  'features.delete': managers,

  'services.list': { user: 'all', device: 'all', manager: 'all', admin: 'all' },
  'services.create': admin,
  'services.read': { user: 'all', device: 'all', manager: 'all', admin: 'all' },
  'services.replace': admin,
  'services.merge': admin,
  'services.delete': admin,
  'services.current': ownersAndManagers,

  'settings.read': usersAndManagers,
  'settings.replace': usersAndManagers,
  'settings.merge': usersAndManagers,
  'settings.current': { user: 'own', manager: 'own' },

  'connections.list': ownersAndManagers,
  'connections.read': ownersAndManagers,
  'connections.report': { user: 'own', device: 'own', manager: 'own' },

  'connectionSummaries.read': managers,
  'connectionSummaries.byDay': managers,
  'connectionSummaries.byHour': managers,
  'connectionSummaries.byMonth': managers,
  'connectionSummaries.byWeek': managers,
  'connectionSummaries.byPeerId': managers,
  'connectionSummaries.byWeekHour': managers,
  'connectionSummaries.byPeak': managers,
  'connectionSummaries.byDevice': managers,
  'connectionSummaries.byReason': managers,
  'connectionSummaries.bySetUp': managers,
  'connectionSummaries.byQuality': managers,
  'statistics.setUp': managers,
  'statistics.today': managers,

  'recordings.list': ownersAndManagers,
  'recordings.read': ownersAndManagers,
  'recordings.delete': ownersAndManagers,
  'recordings.access': ownersAndManagers,
  'recordings.makeFilm': ownersAndManagers,
  'recordings.deleteFilm': ownersAndManagers,
  'recordings.file': { nobody: 'signed', ...ownersAndManagers },
  'recordings.messages': { nobody: 'signed', ...ownersAndManagers },
  'recordings.archive': { nobody: 'signed', ...ownersAndManagers },
  'recordings.links': ownersAndManagers,
  'recordings.share': ownersAndManagers,
  'recordings.unshare': ownersAndManagers,
  'recordings.openShared': everybody,

  'notifications.list': { user: 'side', manager: 'managedOrSide', admin: 'all' },
  'notifications.create': managers,
  'notifications.read': { user: 'side', manager: 'managedOrSide', admin: 'all' },
  // What was written for a customer; `own`: a user's personal ones can be thrown away, not rewritten.
  'notifications.replace': managers,
  'notifications.merge': managers,
  'notifications.delete': usersAndManagers,
  'notifications.markRead': { user: 'side', manager: 'side' },

  'webhooks.list': managers,
  'webhooks.create': managers,
  'webhooks.read': managers,
  'webhooks.replace': managers,
  'webhooks.merge': managers,
  'webhooks.delete': managers,
  'webhooks.renewSecret': managers,
  'webhooks.test': managers,
  'webhook_deliveries.list': managers,
  'webhook_deliveries.read': managers,
  'webhookDeliveries.redeliver': managers,

  'logs.list': managers,
  'logs.read': managers,

  // Everyone's own: each row is worked on as who has asked for it, and only they see it.
  'tasks.start': own,
  'tasks.preview': own,
  'tasks.list': own,
  'tasks.read': own,
  'tasks.delete': own,
  'tasks.rows': own,
  'tasks.invitations': own,
  'tasks.retry': own,
  'tasks.continue': own,
  'tasks.undo': own,
  'tasks.putChunk': own,
  'tasks.check': own,
  'tasks.run': own,
  'task_rows.list': own,
  'task_rows.read': own,

  // The list itself says which rows; the file is read by its address.
  'exports.create': own,
  'exports.file': { nobody: 'signed', manager: 'signed', admin: 'signed' },

  'mails.list': admin,
  'mails.read': admin,
  'mails.delete': admin,
  'mails.retry': admin,

  'attention.read': managers,

  'unknownRecordings.list': admin,
  'unknownRecordings.assign': admin,
  'unknownRecordings.delete': admin,
};

type FieldName<Path extends ResourcePath> = keyof (typeof resources)[Path]['fields'] & string;

/** Fields that not everyone who may do the operation may set. */
const fieldAccess: {
  readonly [Path in ResourcePath]?: Readonly<Partial<Record<FieldName<Path>, readonly Who[]>>>;
} = {
  users: { isManager: ['manager', 'admin'], customer: ['manager', 'admin'] },
  devices: {
    name: ['manager', 'admin'],
    state: ['manager', 'admin'],
    customer: ['manager', 'admin'],
  },
  pairs: { owner: ['manager', 'admin'] },
  groups: { owner: ['manager', 'admin'] },
};
const setters = new Map<string, readonly Who[]>(
  Object.entries(fieldAccess).flatMap(([path, fields]) =>
    Object.entries(fields).map(([name, who]) => [`${path}.${name}`, who] as const),
  ),
);

/** Who may set a field: undefined for everyone who may do the operation. Who may not can leave it as it is. */
export const settersOf = (path: string, field: string): readonly Who[] | undefined =>
  setters.get(`${path}.${field}`);
