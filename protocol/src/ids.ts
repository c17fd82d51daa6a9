import { Type } from 'typebox';

declare const brand: unique symbol;

/** A UUID that says what it identifies, so that a user's id cannot be passed where a device's is wanted. */
export type Id<Name extends string> = string & { readonly [brand]: Name };

/** Schema of a branded UUID. */
export const idSchema = <Name extends string>() => Type.Unsafe<Id<Name>>(Type.String({ format: 'uuid' }));

export type UserId = Id<'user'>;
export type AdminId = Id<'admin'>;
export type DeviceId = Id<'device'>;
export type CustomerId = Id<'customer'>;
export type PairId = Id<'pair'>;
export type GroupId = Id<'group'>;
export type GuestLinkId = Id<'guestLink'>;
export type ConnectionId = Id<'connection'>;
/** One signalling session: it outlives the socket that opened it (protocol/SPEC.md, S3). */
export type SessionId = Id<'session'>;
/** One 1-to-1 call, from the invitation to its end. */
export type CallId = Id<'call'>;
/** One live group call on a media node. */
export type RoomId = Id<'room'>;
/** One participation in a room: two browsers of one user are two members. */
export type MemberId = Id<'member'>;
export type NodeId = Id<'node'>;
/** One recording of a call on the server. */
export type RecordingId = Id<'recording'>;
export type RecordingFileId = Id<'recordingFile'>;
/** One film that was made of a recording, and its file. */
export type FilmId = Id<'film'>;
export type RecordingLinkId = Id<'recording-link'>;
export type TaskId = Id<'task'>;
export type TaskRowId = Id<'taskRow'>;
export type ExportId = Id<'export'>;
/** One run of a server process. */
export type ServerId = Id<'server'>;
/** A database and all that works with it, also after it was restored elsewhere. */
export type InstallationId = Id<'installation'>;

export const CustomerIdSchema = idSchema<'customer'>();
export const GuestLinkIdSchema = idSchema<'guestLink'>();
export const PairIdSchema = idSchema<'pair'>();
export const GroupIdSchema = idSchema<'group'>();
export const SessionIdSchema = idSchema<'session'>();
export const CallIdSchema = idSchema<'call'>();
export const RoomIdSchema = idSchema<'room'>();
export const MemberIdSchema = idSchema<'member'>();
export const NodeIdSchema = idSchema<'node'>();
export const RecordingIdSchema = idSchema<'recording'>();
export const RecordingFileIdSchema = idSchema<'recordingFile'>();
export const FilmIdSchema = idSchema<'film'>();
export const InstallationIdSchema = idSchema<'installation'>();
