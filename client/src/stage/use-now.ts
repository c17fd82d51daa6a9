import { useEffect, useState } from 'react';
import { whileVisible } from '#client/ui/while-visible.ts';

/** The time in milliseconds, renewed while the page is visible (specification U11). */
export function useNow(intervalMs = 1000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => whileVisible(() => setNow(Date.now()), intervalMs), [intervalMs]);
  return now;
}
