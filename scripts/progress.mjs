// Plain JavaScript, without a dependency: bootstrap.mjs needs it before anything is installed.

/** What takes less needs no progress. */
const SHOW_AFTER_MS = 1_500;
const TERMINAL_PERIOD_MS = 1_000;
/** Into a log file a line now and then is enough. */
const LOG_PERIOD_MS = 10_000;

/**
 * Runs something that may take long. Once it has taken longer than a moment, its label and seconds are shown, renewed
 * while it continues, and a line at its end says how long it took.
 *
 * @template Result
 * @param {string} label what is being done, as in 'Building the client'
 * @param {(report: (detail: string) => void) => Promise<Result>} work may report where it stands, as in '34/160'
 * @param {Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>} [out] standard error by default
 * @returns {Promise<Result>}
 */
export async function withProgress(label, work, out = process.stderr) {
  const begun = Date.now();
  let detail = '';
  let isShown = false;
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  const show = () => {
    isShown = true;
    const line = `${label} … ${seconds()} s${detail === '' ? '' : `  ${detail}`}`;
    if (out.isTTY) out.write(`\r\x1b[K${line.slice(0, (out.columns ?? 80) - 1)}`);
    else out.write(`${line}\n`);
  };
  /** @type {NodeJS.Timeout | undefined} */
  let period;
  const delay = setTimeout(() => {
    show();
    period = setInterval(show, out.isTTY ? TERMINAL_PERIOD_MS : LOG_PERIOD_MS);
  }, SHOW_AFTER_MS);
  const end = () => {
    clearTimeout(delay);
    clearInterval(period);
    if (isShown && out.isTTY) out.write('\r\x1b[K');
  };
  try {
    const result = await work((said) => {
      detail = said;
    });
    end();
    if (isShown) out.write(`${label}: done in ${seconds()} s\n`);
    return result;
  } catch (error) {
    end();
    if (isShown) out.write(`${label}: failed after ${seconds()} s\n`);
    throw error;
  }
}
