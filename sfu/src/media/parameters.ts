import { getSupportedRtpCapabilities } from 'mediasoup';
import { validateAndNormalizeRtpCapabilities } from 'mediasoup/ortc';
import type { DtlsParameters, RtpCapabilities, RtpParameters } from 'mediasoup/types';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#protocol/app-error.ts';

/*
 * Checks clients' parameters before mediasoup sees them. mediasoup checks less than it relies on: it writes values straight
 * into the one message buffer of a worker, and a value of the wrong type (`maxBitrate: null`) throws in the middle of a
 * message, after which no request reaches that worker. One member could end every room on it. Numbers are limited to the
 * widths of their fields, texts and lists to several times what browsers send.
 */

const UINT8_MAX = 2 ** 8 - 1;
const INT32_MAX = 2 ** 31 - 1;
const UINT32_MAX = 2 ** 32 - 1;
const MAX_PAYLOAD_TYPE = 127;

const Text = Type.String({ maxLength: 500 });
const PayloadType = Type.Integer({ minimum: 0, maximum: MAX_PAYLOAD_TYPE });
const Ssrc = Type.Integer({ minimum: 0, maximum: UINT32_MAX });
const ExtensionId = Type.Integer({ minimum: 1, maximum: UINT8_MAX });
const MimeType = Type.String({ pattern: '^(audio|video)/[\\w.+-]{1,40}$' });
const Kind = Type.Enum(['audio', 'video']);

const CodecParameters = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Union([Type.Boolean(), Type.Number({ minimum: -INT32_MAX, maximum: INT32_MAX }), Text]),
  { maxProperties: 30 },
);
const Codec = {
  mimeType: MimeType,
  clockRate: Type.Integer({ minimum: 1, maximum: UINT32_MAX }),
  channels: Type.Optional(Type.Integer({ minimum: 1, maximum: UINT8_MAX })),
  parameters: Type.Optional(CodecParameters),
  rtcpFeedback: Type.Optional(
    Type.Array(Type.Object({ type: Text, parameter: Type.Optional(Text) }), { maxItems: 20 }),
  ),
};
/** Others make mediasoup throw in the middle of a message. */
const KnownUri = Type.Enum([
  ...new Set((getSupportedRtpCapabilities().headerExtensions ?? []).map(({ uri }) => uri)),
]);

const rtpParametersCheck = Compile(
  Type.Object({
    mid: Type.Optional(Text),
    codecs: Type.Array(Type.Object({ ...Codec, payloadType: PayloadType }), { minItems: 1, maxItems: 30 }),
    headerExtensions: Type.Optional(
      Type.Array(
        Type.Object({
          uri: KnownUri,
          id: ExtensionId,
          encrypt: Type.Optional(Type.Boolean()),
          parameters: Type.Optional(CodecParameters),
        }),
        { maxItems: 30 },
      ),
    ),
    encodings: Type.Optional(
      Type.Array(
        Type.Object({
          ssrc: Type.Optional(Ssrc),
          rid: Type.Optional(Type.String({ pattern: '^[\\w-]{1,16}$' })),
          codecPayloadType: Type.Optional(PayloadType),
          rtx: Type.Optional(Type.Object({ ssrc: Ssrc })),
          dtx: Type.Optional(Type.Boolean()),
          scalabilityMode: Type.Optional(Type.String({ maxLength: 20 })),
          maxBitrate: Type.Optional(Type.Integer({ minimum: 0, maximum: UINT32_MAX })),
        }),
        { maxItems: 8 },
      ),
    ),
    rtcp: Type.Optional(
      Type.Object({ cname: Type.Optional(Text), reducedSize: Type.Optional(Type.Boolean()) }),
    ),
    msid: Type.Optional(Text),
  }),
);

const capabilitiesCheck = Compile(
  Type.Object({
    codecs: Type.Array(Type.Object({ ...Codec, kind: Kind, preferredPayloadType: PayloadType }), {
      minItems: 1,
      maxItems: 100,
    }),
    headerExtensions: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Kind,
          uri: Text,
          preferredId: ExtensionId,
          preferredEncrypt: Type.Optional(Type.Boolean()),
        }),
        { maxItems: 100 },
      ),
    ),
  }),
);

const dtlsParametersCheck = Compile(
  Type.Object({
    role: Type.Optional(Type.Enum(['auto', 'client', 'server'])),
    fingerprints: Type.Array(
      Type.Object({
        algorithm: Type.Enum(['sha-1', 'sha-224', 'sha-256', 'sha-384', 'sha-512']),
        value: Type.String({ pattern: '^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){19,63}$' }),
      }),
      { minItems: 1, maxItems: 10 },
    ),
  }),
);

const refuse = (cause?: unknown): never => {
  throw new AppError('invalid-media-parameters', { cause });
};

/** Throws `invalid-media-parameters`. */
export function checkRtpParameters(parameters: RtpParameters): void {
  if (!rtpParametersCheck.Check(parameters)) refuse();
}

/** Throws `invalid-media-parameters`; fills in the defaults that mediasoup relies on. */
export function checkRtpCapabilities(capabilities: RtpCapabilities): void {
  if (!capabilitiesCheck.Check(capabilities)) refuse();
  try {
    validateAndNormalizeRtpCapabilities(capabilities);
  } catch (cause) {
    refuse(cause);
  }
}

/** Throws `invalid-media-parameters`. */
export function checkDtlsParameters(parameters: DtlsParameters): void {
  if (!dtlsParametersCheck.Check(parameters)) refuse();
}
