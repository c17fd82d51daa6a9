import type { I18n } from '@lingui/core';
import { checkIds, type Findings } from './finding.ts';
import { checkNames, problemText, verdictNames } from './finding-text.ts';

/** What one sends to a helper: every finding with its figures, the browser, the moment. */
export function reportText(
  findings: Findings,
  { i18n, page, browser, now }: { i18n: I18n; page: string; browser: string; now: Date },
): string {
  const colon = i18n.locale === 'ja' ? '：' : ': ';
  const lines = checkIds.map((id) => {
    const finding = findings[id];
    const name = i18n._(checkNames[id]);
    if (!finding) return `${name}${colon}–`;
    const { verdict, problem, figures } = finding;
    const parts = [i18n._(verdictNames[verdict]), ...figures];
    if (problem) parts.push(i18n._(problemText(problem).what));
    return `${name}${colon}${parts.join(' · ')}`;
  });
  return [page, now.toISOString(), browser, '', ...lines].join('\n');
}
