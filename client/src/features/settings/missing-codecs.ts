/** Codecs that can be chosen and that this browser does not send, in lower case. */
export const missingCodecs = (): ReadonlySet<string> => {
  if (typeof RTCRtpSender === 'undefined') return new Set();
  const capabilities = [RTCRtpSender.getCapabilities('audio'), RTCRtpSender.getCapabilities('video')];
  // A browser without this API is assumed to lack none.
  if (capabilities.some((each) => each === null)) return new Set();
  const known = new Set(
    capabilities
      .flatMap((each) => each?.codecs ?? [])
      .map(({ mimeType }) => mimeType.replace(/^.*\//, '').toLowerCase()),
  );
  return new Set(
    ['h264', 'vp8', 'vp9', 'opus', 'isac', 'g722', 'pcmu', 'pcma'].filter((codec) => !known.has(codec)),
  );
};
