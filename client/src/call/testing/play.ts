/**
 * Plays events to a machine.
 *
 * @returns the last state, and all effects on the way
 */
export function play<State, Event, Effect>(
  transition: (state: State, event: Event) => readonly [State, readonly Effect[]] | null,
  initial: State,
  events: readonly Event[],
): { state: State; effects: Effect[] } {
  let state = initial;
  const effects: Effect[] = [];
  for (const event of events) {
    const next = transition(state, event);
    if (!next) continue;
    state = next[0];
    effects.push(...next[1]);
  }
  return { state, effects };
}
