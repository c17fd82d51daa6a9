import { useLingui } from '@lingui/react/macro';
import { textOfError, violationsOf, violationText } from '#client/i18n/error-text.ts';

/** Why the server has not added a device. */
export const RefusalReason = ({ error }: { readonly error: Error }) => {
  const { i18n } = useLingui();
  const [violation] = violationsOf(error);
  return i18n._(violation ? violationText[violation.code] : textOfError(error));
};
