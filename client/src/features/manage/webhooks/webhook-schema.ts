import * as v from 'valibot';
import type { Webhook } from '#client/api/api-types.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import type { WebhookEventName } from '#protocol/rest/resources/webhook.ts';
import { EVENTS } from './event-text.ts';

const says = (code: ViolationCode): ViolationCode => code;

/** Of the events as the text of one field. */
export const eventsText = (events: readonly WebhookEventName[]): string =>
  EVENTS.filter((event) => events.includes(event)).join(' ');
export const eventsOfText = (text: string): readonly WebhookEventName[] => {
  const names = text.split(' ');
  return EVENTS.filter((event) => names.includes(event));
};

export const WebhookSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME, says('too-long'))),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(says('required')),
    v.regex(/^https?:\/\/\S+$/i, says('webhook-url')),
  ),
  events: v.pipe(v.string(), v.nonEmpty(says('required')), v.transform(eventsOfText)),
});

/** The customer is chosen once; empty: the server chooses. */
export const NewWebhookSchema = v.object({
  customer: v.string(),
  ...WebhookSchema.entries,
});

export const webhookTexts = (webhook: Webhook | null): FormTexts => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: eventsText(webhook?.events ?? []),
});

export const webhookBody = ({ name, url, events }: v.InferOutput<typeof WebhookSchema>) => ({
  name,
  url,
  events: [...events],
});
