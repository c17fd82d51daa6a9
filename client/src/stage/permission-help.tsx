import { Trans } from '@lingui/react/macro';
import { browserFamily } from './browser-family.ts';

/** How camera and microphone are allowed after all, in the words of the browser at hand. */
export const PermissionHelp = () => {
  switch (browserFamily(navigator.userAgent, navigator.maxTouchPoints ?? 0)) {
    case 'chromium':
      return (
        <Trans>
          Select the icon at the left end of the address bar and allow camera and microphone. They then start
          automatically.
        </Trans>
      );
    case 'firefox':
      return (
        <Trans>
          Click the crossed-out camera or microphone in the address bar, remove the block, and try again.
        </Trans>
      );
    case 'safari':
      return (
        <Trans>Choose Safari, Settings for This Website, allow camera and microphone, and try again.</Trans>
      );
    case 'ios':
      return (
        <Trans>
          Tap the page menu in the address bar, then Website Settings, and allow camera and microphone. Then
          try again.
        </Trans>
      );
  }
};
