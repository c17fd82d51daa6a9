/**
 * Messages between servers and media nodes, and between servers.
 *
 * Payloads and replies are JSON values, on every implementation alike: what JSON does not know is lost, a missing value
 * arrives as null, and the two sides never share an object. Delivery is never synchronous. Messages of one
 * publisher arrive in the order of publishing; between replies and published messages there is no order to rely on.
 *
 * Implemented in one process, over a child's IPC channel, and by NATS. Callers do not know which one runs.
 */
export interface Bus {
  /**
   * Asks a process that serves the subject. Fails with `service-unavailable` at once if no process does or the one that was
   * asked goes away, with `bus-unavailable` where this side has lost the bus, and with `request-timeout` after
   * `timeoutMs`; an error that the other side threw arrives with its code. A payload or reply that is larger than a bus
   * carries fails with `message-too-large`.
   */
  request(subject: string, payload: unknown, options: { readonly timeoutMs: number }): Promise<unknown>;
  /**
   * Answers requests on a subject until the returned function is called. Of several who serve the same subject each
   * request reaches one. An exception that is not an AppError is reported here and arrives as
   * `internal-error`.
   */
  serve(subject: string, handler: (payload: unknown) => Promise<unknown>): () => void;
  /**
   * Delivers to every subscriber, the publisher's own process included. Having no subscriber is no error. What is larger than a bus
   * carries is reported and not delivered.
   */
  publish(subject: string, payload: unknown): void;
  subscribe(subject: string, handler: (payload: unknown) => void): () => void;
  /** Whether this side has the bus. A loss that nothing has shown yet is found by `confirm`. */
  readonly connected: boolean;
  /** Calls back when the bus is lost or regained; returns what ends that. */
  onConnection(listener: (connected: boolean) => void): () => void;
  /**
   * Whether a message gets there and back within `timeoutMs`. Once it has, everything that others published before has been
   * delivered here, so a silent server is really silent.
   */
  confirm(timeoutMs: number): Promise<boolean>;
  /**
   * Fails all pending requests with `service-unavailable`; can be called twice. On a closed bus `publish` has no effect,
   * everything else fails with `service-unavailable`.
   */
  close(): Promise<void>;
}

export interface BusOptions {
  /** Receives the exceptions of handlers that no caller gets. Default: a process warning on stderr. */
  readonly report?: ReportError;
}

export type ReportError = (error: unknown, subject: string) => void;

export const reportAsWarning: ReportError = (error, subject) => {
  process.emitWarning(error instanceof Error ? error : String(error), { detail: `bus subject ${subject}` });
};
