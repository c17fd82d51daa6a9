import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/**
 * The same pool, in which a connection counts as lost when a statement has no answer after `limitMs`: PostgreSQL, or what is between,
 * stands still (a stopped process, a stalled disk, a network that drops packets). Its own limit of a statement is of no use then.
 */
export const answeredInTime = (pool: PostgresPool, limitMs: number): PostgresPool => ({
  connect: async () => inTime(await pool.connect(), limitMs),
  end: () => pool.end(),
  options: pool.options,
});

function inTime(client: PostgresPoolClient, limitMs: number): PostgresPoolClient {
  let lost: Error | null = null;

  async function answerOf<Row>(
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    // E.g. the end of its transaction.
    if (lost) throw lost;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      // As pg says it (errors.ts).
      lost = new Error(`Query read timeout: no answer for ${limitMs} ms`);
      late.reject(lost);
    }, limitMs);
    try {
      return await Promise.race([client.query<Row>(text, parameters), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(asked: string | PostgresCursor<Row>, parameters: readonly unknown[] = []) {
    return typeof asked === 'string' ? answerOf<Row>(asked, parameters) : client.query(asked);
  }

  return {
    query,
    // One that is lost is closed at once, without waiting for its answer.
    release: () => client.release(lost !== null),
  };
}
