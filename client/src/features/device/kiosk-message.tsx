import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { KioskClock } from './kiosk-clock.tsx';

export interface KioskMessageProps {
  /** Of lucide-react. */
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** In small type below: details for the person who repairs it. */
  readonly detail?: ReactNode;
  readonly testId: string;
}

/** The whole screen: why the kiosk is not ready, and what to do about it. */
export const KioskMessage = ({ icon, title, children, action, detail, testId }: KioskMessageProps) => {
  useDocumentTitle(title);
  return (
    <chakra.div
      flex="1"
      display="grid"
      gridTemplateRows="auto 1fr"
      p="max(1.5rem, 4vmin)"
      data-testid={testId}
    >
      <KioskClock />
      <chakra.div display="grid" alignContent="center" justifyItems="center" gap="5" textAlign="center">
        <chakra.span
          display="grid"
          placeItems="center"
          width="20"
          height="20"
          borderRadius="full"
          bg="primary.subtle"
          color="primary.onSubtle"
          css={{ '& svg': { width: '2.25rem', height: '2.25rem' } }}
        >
          {icon}
        </chakra.span>
        <chakra.div display="grid" justifyItems="center" gap="5" role="status">
          <chakra.h1
            fontSize="clamp(1.75rem, 6vmin, 5rem)"
            lineHeight="1.25"
            fontWeight="semibold"
            maxW="min(24em, 100%)"
            overflowWrap="anywhere"
            tabIndex={-1}
            data-page-heading
            outline="none"
          >
            {title}
          </chakra.h1>
          {children && (
            <chakra.div color="ink.muted" maxW="prose" textStyle="heading" fontWeight="regular">
              {children}
            </chakra.div>
          )}
        </chakra.div>
        {action}
        {detail && (
          <chakra.p textStyle="small" color="ink.subtle">
            {detail}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.div>
  );
};
