import type { ReactNode } from 'react';
import type { badgeTones } from '#client/ui/badge.tsx';
import type { dotTones } from '#client/ui/status-dot.tsx';

export interface CellBadgeProps {
  readonly tone: keyof typeof badgeTones;
  readonly children: ReactNode;
}

/** A badge in a cell: a plain element, whose look the table has (table-styles.ts), so that a page of them costs little. */
export const CellBadge = ({ tone, children }: CellBadgeProps) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
);

/** A dot in a cell beside its word, likewise. */
export const CellDot = ({ tone }: { readonly tone: keyof typeof dotTones }) => (
  <span className="dot" data-tone={tone} aria-hidden />
);
