import type { types } from 'mediasoup-client';
import { type Static, Type } from 'typebox';

/** With every field that it has: others lose those that their schema does not name (SPEC.md, W8). */
const AnyObject = Type.Object({}, { additionalProperties: true });

/**
 * Media parameters pass through the server unread. Their outer shape is checked here, the rest by mediasoup itself,
 * which throws on what it does not understand (the media node answers `invalid-media-parameters`).
 */
const opaque = <Shape>() => Type.Unsafe<Shape>(AnyObject);

export const RtpCapabilitiesSchema = opaque<types.RtpCapabilities>();
export const RtpParametersSchema = opaque<types.RtpParameters>();
export const DtlsParametersSchema = opaque<types.DtlsParameters>();
export const IceParametersSchema = opaque<types.IceParameters>();

export const MediaObjectIdSchema = Type.String({ minLength: 1, maxLength: 64 });
export const MediaKindSchema = Type.Union([Type.Literal('audio'), Type.Literal('video')]);

/** Where a member's media comes from; at most one producer a source and member. */
export const MediaSourceSchema = Type.Union([
  Type.Literal('microphone'),
  Type.Literal('camera'),
  Type.Literal('screen'),
  Type.Literal('screen-audio'),
  Type.Literal('playback'),
  Type.Literal('playback-audio'),
]);
export type MediaSource = Static<typeof MediaSourceSchema>;

/** All that a browser needs to make its end of a WebRtcTransport. */
export const TransportOptionsSchema = Type.Object({
  id: MediaObjectIdSchema,
  iceParameters: IceParametersSchema,
  iceCandidates: Type.Unsafe<types.IceCandidate[]>(Type.Array(AnyObject)),
  dtlsParameters: DtlsParametersSchema,
});
export type TransportOptions = Static<typeof TransportOptionsSchema>;

/** mediasoup's score of a stream, 0 (nothing arrives) to 10 (nothing is lost). */
export const ScoreSchema = Type.Integer({ minimum: 0, maximum: 10 });
