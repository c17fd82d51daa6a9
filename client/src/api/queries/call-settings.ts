import { queryOptions } from '@tanstack/react-query';
import { callSettingsOf } from '#client/api/call-settings.ts';
import { currentSettingsQuery } from './current-settings.ts';

/** As calls understand them; kept current by `resource.changed` of the settings, also in a call. */
export const callSettingsQuery = () => queryOptions({ ...currentSettingsQuery(), select: callSettingsOf });
