import type {
  CustomerFeature,
  ServiceInForce,
  ServiceName,
} from '#client/api/queries/manage/service-types.ts';

/** What can be switched on for a service, as the API names it; `enabled` is the service itself. */
export const flagNames = [
  'enabled',
  'feature_opt_chat_recording',
  'feature_opt_chat_share_camera',
  'feature_opt_chat_share_screen',
  'feature_opt_chat_share_playback',
] as const;
export type FlagName = (typeof flagNames)[number];

export const serviceNames = [
  'service_video_chat',
  'service_group_chat',
] as const satisfies readonly ServiceName[];

/** Why something cannot be used: the first reason, in the order in which they have to be removed. */
export type Obstacle =
  /** The installation has no such service, or has switched it off. */
  | 'service-off'
  | 'customer-unverified'
  /** Group chat is there only where 1-to-1 chat is. */
  | 'video-chat-off'
  /** The customer has not switched the service on, of which this is an option. */
  | 'feature-off'
  | 'flag-off';

/** All that decides what the people of a customer can use. */
export interface Rules {
  readonly services: readonly Pick<ServiceInForce, 'name' | 'state'>[];
  readonly customerState: 'VERIFIED' | 'UNVERIFIED';
  readonly features: readonly Pick<CustomerFeature, 'name' | FlagName>[];
}

export const featureOf = <Feature extends Pick<CustomerFeature, 'name'>>(
  features: readonly Feature[],
  service: ServiceName,
): Feature | undefined => features.find(({ name }) => name === `feature_${service}`);

/** Null: it can be used. */
export function whyNot(rules: Rules, service: ServiceName, flag: FlagName): Obstacle | null {
  const { customerState, features } = rules;
  if (!isOffered(rules, service)) return 'service-off';
  if (customerState !== 'VERIFIED') return 'customer-unverified';
  if (service === 'service_group_chat' && !hasVideoChat(rules)) return 'video-chat-off';
  const feature = featureOf(features, service);
  if (flag !== 'enabled' && !feature?.enabled) return 'feature-off';
  return feature?.[flag] ? null : 'flag-off';
}

const isOffered = ({ services }: Rules, service: ServiceName): boolean =>
  services.some(({ name, state }) => name === service && state === 'ENABLED');

const hasVideoChat = (rules: Rules): boolean =>
  isOffered(rules, 'service_video_chat') && featureOf(rules.features, 'service_video_chat')?.enabled === true;

/** Whether the server says that it can be used. */
export function isInForce(inForce: readonly ServiceInForce[], service: ServiceName, flag: FlagName): boolean {
  const found = inForce.find(({ name }) => name === service);
  if (found?.state !== 'ENABLED') return false;
  return flag === 'enabled' || found[flag] === true;
}
