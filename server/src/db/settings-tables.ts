import type { Generated } from 'kysely';
import type { AudioBandwidth, AudioCodec, VideoBandwidth, VideoCodec } from '#protocol/call-settings.ts';
import type { CustomerId, Id, UserId } from '#protocol/ids.ts';
import type { AvailabilityState } from './party-tables.ts';

export type ServiceName = 'service_video_chat' | 'service_group_chat';

export interface ServicesTable {
  id: Generated<Id<'service'>>;
  name: ServiceName;
  state: Generated<AvailabilityState>;
  revision: Generated<number>;
}

export interface FeaturesTable {
  id: Generated<Id<'feature'>>;
  customer_id: CustomerId;
  service: ServiceName;
  enabled: Generated<boolean>;
  recording: Generated<boolean>;
  share_camera: Generated<boolean>;
  share_screen: Generated<boolean>;
  share_playback: Generated<boolean>;
  revision: Generated<number>;
}

export interface SettingsTable {
  id: Generated<Id<'setting'>>;
  user_id: UserId;
  video_bandwidth: Generated<VideoBandwidth>;
  video_codec: Generated<VideoCodec>;
  audio_bandwidth: Generated<AudioBandwidth>;
  audio_codec: AudioCodec | null;
  agc: boolean | null;
  echo_cancellation: boolean | null;
  noise_suppression: boolean | null;
  revision: Generated<number>;
}
