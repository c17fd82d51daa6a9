import { describe, expect, test } from 'vitest';
import { flagNames, isInForce, type Rules, serviceNames, whyNot } from './why-not.ts';

const on = {
  enabled: true,
  feature_opt_chat_recording: true,
  feature_opt_chat_share_camera: true,
  feature_opt_chat_share_screen: true,
  feature_opt_chat_share_playback: true,
};

const everything: Rules = {
  services: serviceNames.map((name) => ({ name, state: 'ENABLED' })),
  customerState: 'VERIFIED',
  features: serviceNames.map((name) => ({ name: `feature_${name}`, ...on })),
};

/** With some flags of a service as they are not in `everything`. */
const withFlags = (service: (typeof serviceNames)[number], flags: Partial<typeof on>): Rules => ({
  ...everything,
  features: everything.features.map((feature) =>
    feature.name === `feature_${service}` ? { ...feature, ...flags } : feature,
  ),
});

describe('the reason why a flag is not in force', () => {
  test('is none where all is switched on', () => {
    for (const service of serviceNames)
      for (const flag of flagNames) expect(whyNot(everything, service, flag)).toBe(null);
  });

  test('is first that the installation does not offer the service', () => {
    const rules: Rules = {
      services: [{ name: 'service_video_chat', state: 'DISABLED' }],
      customerState: 'UNVERIFIED',
      features: [],
    };
    for (const service of serviceNames) expect(whyNot(rules, service, 'enabled')).toBe('service-off');
  });

  test('is then that the customer is not verified', () => {
    const rules: Rules = {
      ...withFlags('service_video_chat', { enabled: false }),
      customerState: 'UNVERIFIED',
    };
    expect(whyNot(rules, 'service_group_chat', 'enabled')).toBe('customer-unverified');
  });

  test('is then, for group chat alone, that 1-to-1 chat is off: by the customer or by the installation', () => {
    const byCustomer = withFlags('service_video_chat', { enabled: false });
    expect(whyNot(byCustomer, 'service_group_chat', 'feature_opt_chat_recording')).toBe('video-chat-off');
    expect(whyNot(byCustomer, 'service_video_chat', 'enabled')).toBe('flag-off');
    const byInstallation: Rules = {
      ...everything,
      services: [{ name: 'service_group_chat', state: 'ENABLED' }],
    };
    expect(whyNot(byInstallation, 'service_group_chat', 'enabled')).toBe('video-chat-off');
  });

  test('is then that the service whose option it is, is off', () => {
    const rules = withFlags('service_group_chat', { enabled: false, feature_opt_chat_recording: false });
    expect(whyNot(rules, 'service_group_chat', 'feature_opt_chat_recording')).toBe('feature-off');
    expect(whyNot(rules, 'service_group_chat', 'enabled')).toBe('flag-off');
  });

  test('is last that it is off itself, which leaves the others as they are', () => {
    const rules = withFlags('service_video_chat', { feature_opt_chat_share_screen: false });
    expect(whyNot(rules, 'service_video_chat', 'feature_opt_chat_share_screen')).toBe('flag-off');
    expect(whyNot(rules, 'service_video_chat', 'feature_opt_chat_recording')).toBe(null);
    expect(whyNot(rules, 'service_group_chat', 'feature_opt_chat_share_screen')).toBe(null);
  });

  test('is that it is off where the customer has no such record', () => {
    expect(whyNot({ ...everything, features: [] }, 'service_video_chat', 'enabled')).toBe('flag-off');
  });
});

describe('what the server says to be in force', () => {
  const video = {
    id: 'a',
    name: 'service_video_chat',
    state: 'ENABLED',
    feature_opt_chat_recording: true,
    feature_opt_chat_share_camera: false,
  } as const;

  test('is an option that it names, of a service that is enabled', () => {
    const inForce = (state: 'ENABLED' | 'DISABLED') => [
      { '@id': '/api/v1/services/a', '@type': 'Service' as const, ...video, state },
    ];
    expect(isInForce(inForce('ENABLED'), 'service_video_chat', 'feature_opt_chat_recording')).toBe(true);
    expect(isInForce(inForce('ENABLED'), 'service_video_chat', 'feature_opt_chat_share_camera')).toBe(false);
    expect(isInForce(inForce('DISABLED'), 'service_video_chat', 'feature_opt_chat_recording')).toBe(false);
    expect(isInForce(inForce('ENABLED'), 'service_group_chat', 'enabled')).toBe(false);
  });
});
