/**
 * Messages between servers and media nodes, and between servers. JSON values only.
 *
 * Implemented in one process, over a child's IPC channel, and by NATS; nobody else knows which one runs.
 */
export interface Bus {
  /**
   * Asks whoever serves the subject. Fails with `service-unavailable` at once where nobody does, and with
   * `request-timeout` after `timeoutMs`; an error that the other side threw arrives with its code.
   */
  request(subject: string, payload: unknown, options: { readonly timeoutMs: number }): Promise<unknown>;
  /** Answers requests on a subject until the returned function is called. One server a subject. */
  serve(subject: string, handler: (payload: unknown) => Promise<unknown>): () => void;
  /** Tells every subscriber, in the order of publishing; nobody subscribing is no error. */
  publish(subject: string, payload: unknown): void;
  subscribe(subject: string, handler: (payload: unknown) => void): () => void;
  /** Fails all pending requests; can be called twice. */
  close(): Promise<void>;
}
