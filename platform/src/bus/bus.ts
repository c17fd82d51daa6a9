/**
 * Messages between servers and media nodes, and between servers.
 *
 * Payloads and replies are JSON values, on every implementation alike: what JSON does not know is lost, a missing value
 * arrives as null, and nobody shares an object with the other side. Delivery is never synchronous. Messages of one
 * publisher arrive in the order of publishing; between replies and published messages there is no order to rely on.
 *
 * Implemented in one process, over a child's IPC channel, and by NATS; nobody else knows which one runs.
 */
export interface Bus {
  /**
   * Asks a process that serves the subject. Fails with `service-unavailable` at once where nobody does or the one who was
   * asked goes away, with `bus-unavailable` where this side has lost the bus, and with `request-timeout` after
   * `timeoutMs`; an error that the other side threw arrives with its code.
   */
  request(subject: string, payload: unknown, options: { readonly timeoutMs: number }): Promise<unknown>;
  /**
   * Answers requests on a subject until the returned function is called. Of several who serve the same subject each
   * request reaches one. Whatever the handler throws that is no AppError is reported here and arrives as
   * `internal-error`.
   */
  serve(subject: string, handler: (payload: unknown) => Promise<unknown>): () => void;
  /** Tells every subscriber, the publisher's own process included; nobody subscribing is no error. */
  publish(subject: string, payload: unknown): void;
  subscribe(subject: string, handler: (payload: unknown) => void): () => void;
  /** Whether this side has the bus. A loss that nothing has shown yet is found by `confirm`. */
  readonly connected: boolean;
  /** Calls back when the bus is lost or regained; returns what ends that. */
  onConnection(listener: (connected: boolean) => void): () => void;
  /**
   * Whether a message gets there and back within `timeoutMs`. Once it has, whatever others published before has been
   * delivered here: only then is somebody's silence their own.
   */
  confirm(timeoutMs: number): Promise<boolean>;
  /**
   * Fails all pending requests with `service-unavailable`; can be called twice. On a closed bus `publish` reaches nobody,
   * everything else fails with `service-unavailable`.
   */
  close(): Promise<void>;
}

export interface BusOptions {
  /** Told of what a handler threw and nobody else hears of. Default: a warning of the process, on stderr. */
  readonly report?: ReportError;
}

export type ReportError = (error: unknown, subject: string) => void;

export const reportAsWarning: ReportError = (error, subject) => {
  process.emitWarning(error instanceof Error ? error : String(error), { detail: `bus subject ${subject}` });
};
