import type { OperationOwnName } from '#protocol/rest/api.ts';
import type { HttpMethod } from '#protocol/rest/define-operation.ts';

export interface Endpoint {
  readonly method: HttpMethod;
  /** Below `/api/v1/`, path parameters in braces. */
  readonly path: string;
  /** The auth calls speak plain JSON (specification X4). */
  readonly json?: true;
}

const get = (path: string): Endpoint => ({ method: 'GET', path });
const post = (path: string): Endpoint => ({ method: 'POST', path });

/**
 * Method and path of every operation. Written out again, and held to the protocol by endpoints.test.ts: the definitions
 * themselves carry their schemas, and the schema library would weigh more than the rest of the sign-in page.
 */
export const endpoints: Readonly<Record<OperationOwnName, Endpoint>> = {
  'auth.signIn': { method: 'POST', path: 'auth', json: true },
  'auth.refresh': { method: 'POST', path: 'auth/refresh', json: true },
  'auth.signOut': { method: 'DELETE', path: 'auth' },
  'auth.authenticate': post('authenticates'),
  'version.read': get('version'),
  'search.find': get('search'),
  'selfTest.open': post('selftest'),
  'users.current': get('users/current'),
  'users.agreeToTerms': post('users/current/terms'),
  'users.byEmail': get('users/by_email'),
  'users.verify': post('users/verify'),
  'users.resendVerification': post('users/resend_verification'),
  'users.resendLink': post('users/{id}/verification'),
  'users.withdrawMail': { method: 'DELETE', path: 'users/{id}/verification' },
  'users.resend': post('users/{id}/resend'),
  'users.sendReset': post('users/{id}/reset'),
  'users.reset': post('users/reset'),
  'users.resetManager': post('users/resetm'),
  'users.groups': get('users/{id}/groups'),
  'users.pairs': get('users/{id}/pairs'),
  'users.services': get('users/{id}/services'),
  'admins.current': get('admins/current'),
  'admins.verify': post('admins/verify'),
  'admins.resendVerification': post('admins/resend_verification'),
  'admins.resendLink': post('admins/{id}/verification'),
  'admins.withdrawMail': { method: 'DELETE', path: 'admins/{id}/verification' },
  'admins.reset': post('admins/reset'),
  'devices.current': get('devices/current'),
  'devices.renewSecret': post('devices/{id}/secret'),
  'pairs.register': post('pairs/register'),
  'pairs.approval': post('pairs/approval'),
  'pairs.checkApproval': post('pairs/approval/check'),
  'pairs.approve': post('pairs/{id}/approval'),
  'pairs.resendInvitation': post('pairs/{id}/invitation'),
  'pairs.availables': get('pairs/{serial_or_id}/availables'),
  'recordings.access': post('recordings/{id}/access'),
  'recordings.file': get('recordings/{id}/files/{fileId}'),
  'groups.invite': post('groups/{id}/invite'),
  'groups.memberPairs': get('groups/{id}/member_pairs'),
  'groups.availables': get('groups/{serial_or_id}/availables'),
  'guestLinks.check': post('guest_links/check'),
  'customers.current': get('customers/current'),
  'customers.verify': post('customers/verify'),
  'customers.resendLink': post('customers/{id}/verification'),
  'customers.withdrawMail': { method: 'DELETE', path: 'customers/{id}/verification' },
  'mailChanges.undo': post('mail_changes/undo'),
  'customers.addManager': post('customers/{customer_id}/manager'),
  'customers.removeManager': { method: 'DELETE', path: 'customers/{customer_id}/manager/{user_id}' },
  'services.current': get('services/current'),
  'settings.current': get('settings/current'),
  'connections.report': post('connections'),
  'connectionSummaries.read': get('connection_summaries/{id}'),
  'connectionSummaries.byDay': get('connection_summaries/byday'),
  'connectionSummaries.byHour': get('connection_summaries/byhour'),
  'connectionSummaries.byMonth': get('connection_summaries/bymonth'),
  'connectionSummaries.byWeek': get('connection_summaries/byweek'),
  'connectionSummaries.byPeerId': get('connection_summaries/bypeerid'),
  'connectionSummaries.byWeekHour': get('connection_summaries/byweekhour'),
  'connectionSummaries.byPeak': get('connection_summaries/bypeak'),
  'connectionSummaries.byDevice': get('connection_summaries/bydevice'),
  'connectionSummaries.byReason': get('connection_summaries/byreason'),
  'connectionSummaries.bySetUp': get('connection_summaries/bysetup'),
  'connectionSummaries.byQuality': get('connection_summaries/byquality'),
  'statistics.setUp': get('set_up_times'),
  'statistics.today': get('today'),
  'mails.retry': post('mails/{id}/retry'),
  'webhooks.renewSecret': post('webhooks/{id}/secret'),
  'webhooks.test': post('webhooks/{id}/test'),
  'webhookDeliveries.redeliver': post('webhook_deliveries/{id}/redeliver'),
  'tasks.start': post('tasks'),
  'tasks.preview': post('tasks/preview'),
  'tasks.rows': get('tasks/{id}/rows'),
  'tasks.invitations': get('tasks/{id}/invitations'),
  'tasks.retry': post('tasks/{id}/retry'),
  'tasks.undo': post('tasks/{id}/undo'),
  'tasks.putChunk': { method: 'PUT', path: 'tasks/{id}/chunks/{number}' },
  'tasks.check': post('tasks/{id}/check'),
  'tasks.run': post('tasks/{id}/run'),
  'exports.create': post('exports'),
  'exports.file': get('exports/{id}'),
  'attention.read': get('attention'),
  'pushSubscription.save': { method: 'PUT', path: 'users/current/push_subscription' },
  'pushSubscription.remove': { method: 'DELETE', path: 'users/current/push_subscription' },
  'notifications.markRead': { method: 'PUT', path: 'notifications/{id}/read' },
};
