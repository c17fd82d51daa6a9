import type { HandlerFactory } from 'mediasoup-client/types';

type Answer = ReturnType<HandlerFactory['getNativeRtpCapabilities']>;

/** Asks the browser once for what it can send and receive: each question opens a connection. A failure is not remembered. */
export function rememberNativeCodecs(factory: HandlerFactory): HandlerFactory {
  const answers = new Map<string, Answer>();
  return {
    ...factory,
    getNativeRtpCapabilities(options) {
      const known = answers.get(options.direction);
      if (known) return known;
      const answer = factory.getNativeRtpCapabilities(options);
      answers.set(options.direction, answer);
      answer.catch(() => answers.delete(options.direction));
      return answer;
    },
  };
}
