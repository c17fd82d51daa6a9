import { queryOptions } from '@tanstack/react-query';
import { mediaSettingsOf } from '#client/api/media-settings.ts';
import { currentSettingsQuery } from './current-settings.ts';

/** As calls understand them; kept current by `resource.changed` of the settings, also in a call. */
export const mediaSettingsQuery = () => queryOptions({ ...currentSettingsQuery(), select: mediaSettingsOf });
