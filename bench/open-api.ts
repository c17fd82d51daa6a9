import { startEphemeralDatabase } from '#scripts/ephemeral-database.ts';
import { type OpenApi, openTestApi } from '#server/rest/testing/open-test-api.ts';

/** The API on a database of its own. Both are closed with `owned`. */
export async function openApi(owned: AsyncDisposableStack): Promise<OpenApi> {
  const database = await startEphemeralDatabase();
  owned.defer(() => database.stop());
  const api = await openTestApi({ database });
  owned.defer(() => api.close());
  return api;
}
