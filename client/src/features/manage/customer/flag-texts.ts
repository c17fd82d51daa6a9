import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FlagName, Obstacle } from './why-not.ts';

export const flagTexts: Readonly<Record<FlagName, MessageDescriptor>> = {
  enabled: msg`Making calls`,
  feature_opt_chat_recording: msg`Recording calls`,
  feature_opt_chat_share_camera: msg`Sharing a camera`,
  feature_opt_chat_share_screen: msg`Sharing the screen`,
  feature_opt_chat_share_playback: msg`Playing files`,
};

export const obstacleTexts: Readonly<Record<Obstacle, MessageDescriptor>> = {
  'service-off': msg`Off for the whole installation`,
  'customer-unverified': msg`The customer is not verified`,
  'video-chat-off': msg`1-to-1 chat is off`,
  'feature-off': msg`Making calls is off for this customer`,
  'flag-off': msg`Off`,
};
