import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { showSnackbar } from './snackbar.tsx';

/** How long the tick stays. */
const DONE_MS = 2000;

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Its name where several buttons have the same label; begins with the label. */
  readonly name?: string;
  readonly size?: ButtonProps['size'];
  /** On a phone it is its icon alone, under its name; false by default. */
  readonly compact?: boolean;
  readonly onCopied?: () => void;
}

/** Puts a text on the clipboard, and says so. */
export const CopyButton = ({ text, label, name, size, compact = false, onCopied }: CopyButtonProps) => {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // Not allowed, or not a secure context: the text can be copied by hand.
      showSnackbar('error', t`Your browser didn’t allow copying. Select the text and copy it.`);
    }
  };
  return (
    <>
      <Button
        variant="soft"
        {...(size !== undefined && { size })}
        aria-label={copied ? undefined : name}
        onClick={() => void copy()}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <chakra.span display={compact ? { base: 'none', md: 'inline' } : 'inline'}>
          {copied ? t`Copied` : label}
        </chakra.span>
      </Button>
      <chakra.span srOnly role="status">
        {copied ? t`Copied` : ''}
      </chakra.span>
    </>
  );
};
