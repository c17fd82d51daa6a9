import { AppError } from '#protocol/app-error.ts';
import type { RecordingLinkId } from '#protocol/ids.ts';
import { hashPassword, passwordProblem, verifyPassword } from '#server/auth/password.ts';
import { invalidField } from '#server/errors.ts';
import { addressesOf } from '#server/recording/addresses.ts';
import { SHARE_LINK } from '#server/recording/recording-access.ts';
import {
  deleteLink,
  findLink,
  linksOf,
  makeLink,
  noteOpened,
  type OpenedLink,
  type RecordingLink,
} from '#server/recording/sharing/recording-links.ts';
import type { RequestContext } from '#server/rest/context.ts';
import { itemChange, itemOperation, type Operation, operation } from '#server/rest/operation.ts';
import { expiryOf, type KeptRecording, recordingsResource } from '#server/rest/resources/recordings.ts';
import { isOneOf } from '#server/rest/row-source.ts';
import { isUuid } from '#server/uuid.ts';

/** A link ends with its recording at the latest. */
const endOf = ({ deps }: RequestContext, endsAt: Date, recording: KeptRecording): Date =>
  new Date(Math.min(endsAt.getTime(), expiryOf(recording, deps.recordingKeepDays).getTime()));

const shown = (context: RequestContext, recording: KeptRecording, link: RecordingLink) => ({
  id: link.id,
  url: link.token === null ? null : context.deps.links.recording(link.token),
  password: link.hasPassword,
  created: link.createdAt.toISOString(),
  end: endOf(context, link.endsAt, recording).toISOString(),
  opened: link.openedAt?.toISOString() ?? null,
});

export const recordingLinkOperations: readonly Operation[] = [
  itemOperation('recordings.links', recordingsResource, async (context, recording) => {
    const links = await linksOf(context.db, context.deps.recordingLinkTokens, recording.id);
    return { links: links.map((link) => shown(context, recording, link)) };
  }),
  itemChange('recordings.share', recordingsResource, async (context, recording, { body }) => {
    const { id: recordingId, customer_id: customerId, state } = recording;
    if (state === 'failed') throw new AppError('not-found');
    if (state !== 'ready' && state !== 'interrupted') throw new AppError('recording-unfinished');
    const endsAt = new Date(body.end);
    if (endsAt.getTime() <= Date.now()) {
      throw invalidField('end', 'invalid', 'The end must lie in the future.');
    }
    const password = body.password ?? null;
    const problem = password === null ? undefined : passwordProblem('password', password);
    if (problem) throw problem;
    const passwordHash = password === null ? null : await hashPassword(password);
    const tokens = context.deps.recordingLinkTokens;
    const link = await makeLink(context.db, tokens, recordingId, { endsAt, passwordHash });
    await context.audit('share', 'recordings', recordingId, customerId, {
      changes: [
        { field: 'link', before: null, after: link.createdAt.toISOString() },
        { field: 'end', before: null, after: endOf(context, endsAt, recording).toISOString() },
        { field: 'passwordAsked', before: null, after: passwordHash !== null },
      ],
    });
    return shown(context, recording, link);
  }),
  itemChange('recordings.unshare', recordingsResource, async (context, recording, { params }) => {
    const linkId = params.linkId ?? '';
    if (!isUuid(linkId)) throw new AppError('not-found');
    const createdAt = await deleteLink(context.db, recording.id, linkId as RecordingLinkId);
    await context.audit('unshare', 'recordings', recording.id, recording.customer_id, {
      changes: [{ field: 'link', before: createdAt.toISOString(), after: null }],
    });
  }),
  operation('recordings.openShared', async (context, { body }) => {
    const { db, deps } = context;
    // Of 256 random bits nobody guesses any: to count tries would only lock out everyone behind the same address.
    const link = await findLink(db, body.token);
    await checkPassword(context, link, body.password ?? null);
    const { recordingId } = link;
    const row = await recordingsResource.rows(db, null).find([isOneOf(recordingsResource.id, [recordingId])]);
    if (!row) throw new AppError('not-found');
    const endsAt = endOf(context, link.endsAt, row);
    const holder = { kind: SHARE_LINK, id: link.id };
    const access = await addressesOf(db, deps.recordingAccess, recordingId, holder, endsAt);
    await noteOpened(db, link.id);
    const { id, name, started_at, duration_ms, files, films } = row;
    const duration = duration_ms === null ? null : duration_ms / 1_000;
    return {
      end: endsAt.toISOString(),
      recording: { id, name, start: started_at.toISOString(), duration, files, films: films.filter(isReady) },
      access,
    };
  }),
];

const isReady = ({ state }: { readonly state: string }): boolean => state === 'ready';

/** Throws a violation of `password`, `too-many-requests`. */
async function checkPassword(
  { deps, address }: RequestContext,
  { id, passwordHash }: OpenedLink,
  password: string | null,
): Promise<void> {
  if (passwordHash === null) return;
  if (password === null || password === '') throw invalidField('password', 'password-required');
  const attempt = await deps.auth.limits.attempt('link', { address, account: id });
  if (!(await verifyPassword(password, passwordHash))) throw invalidField('password', 'password-wrong');
  await attempt.forgive();
}
