/** Transitions no person, network and server of a real page can cause, and why. Reviewed like the lists in tests/transitions. */
export const UNREACHED: Readonly<Record<string, string>> = {
  '#session -- request.denied -> (stays)':
    'a request must be denied in the very turn in which the session ends: who ends it tells its requests before the next answer is read',
};
