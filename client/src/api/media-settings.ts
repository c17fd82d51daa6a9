import type { MediaSettings } from '#client/media/media-settings.ts';
import { callApi } from './call-api.ts';

/** How the signed-in user's calls send and take up picture and sound. */
export async function loadMediaSettings(): Promise<MediaSettings> {
  const settings = await callApi('settings.current', {});
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
