import type { Language } from '#client/i18n/language.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** In a sentence: `1:30`; in Japanese `1分30秒`. */
export function durationInSentence(seconds: number, language: Language): string {
  if (language !== 'ja') return formatDuration(seconds);
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  return `${minutes > 0 ? `${minutes}分` : ''}${whole % 60}秒`;
}

/** `4:05`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
