import { type CallSettings, DEFAULT_CALL_SETTINGS } from '#protocol/call-settings.ts';
import type { Item } from './api-types.ts';
import { callApi } from './call-api.ts';
import { isDevicePage, tokenStore } from './token-store.ts';

/** How the signed-in user's calls send and take up picture and sound. Guests and devices have no settings of their own. */
export const loadCallSettings = async (): Promise<CallSettings> =>
  isDevicePage || !tokenStore.state.authenticated
    ? DEFAULT_CALL_SETTINGS
    : callSettingsOf(await callApi('settings.current', {}));

export function callSettingsOf(settings: Item<'settings'>): CallSettings {
  return {
    videoBandwidth: settings.video_chat_video_bandwidth,
    videoCodec: settings.video_chat_video_codec,
    audioBandwidth: settings.video_chat_audio_bandwidth,
    audioCodec: settings.video_chat_audio_codec,
    autoGainControl: settings.video_chat_agc,
    echoCancellation: settings.video_chat_echo_cancellation,
    noiseSuppression: settings.video_chat_noise_suppression,
  };
}
