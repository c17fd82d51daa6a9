import type { I18n, MessageDescriptor } from '@lingui/core';
import type { Connection } from '#client/api/api-types.ts';
import { wasMissed } from '#client/api/missed-call.ts';
import { reasonText, reasonTexts } from '#client/features/manage/statistics/reason-text.ts';
import { endText } from '#client/i18n/end-text.ts';

/** As exports have the column: the words of statistics, and one for a missed call. */
export const endTexts: Readonly<Record<string, MessageDescriptor>> = {
  ...reasonTexts,
  missed: endText.missed,
};

/** How a call ended for one who took part in it, in the words of statistics. For the one who was called in vain it is missed. */
export const endWords = (i18n: I18n, call: Pick<Connection, 'kind' | 'outgoing' | 'endReason'>): string =>
  wasMissed(call) ? i18n._(endText.missed) : reasonText(i18n, call.endReason);
