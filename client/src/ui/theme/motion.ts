export const durations = {
  fast: { value: '120ms' },
  moderate: { value: '200ms' },
  slow: { value: '360ms' },
};

export const easings = {
  /** Comes to rest, as things that people move do. */
  out: { value: 'cubic-bezier(0.22, 0.8, 0.24, 1)' },
  inOut: { value: 'cubic-bezier(0.5, 0, 0.2, 1)' },
};

export const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  /** From the angle in `--swing` to rest. */
  settle: { from: { transform: 'rotate(var(--swing))' } },
  appear: { from: { opacity: '0' } },
  rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
  /** A ring that widens and fades: ringing, being heard. */
  ripple: {
    from: { opacity: '0.7', transform: 'scale(0.92)' },
    to: { opacity: '0', transform: 'scale(1.5)' },
  },
  breathe: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '0.55' } },
  progress: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } },
};
