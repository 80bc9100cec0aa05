/** Transitions no person, network and server of a real page can cause, and why. Reviewed like the lists in tests/transitions. */
export const UNREACHED: Readonly<Record<string, string>> = {
  '#session -- request.denied -> (stays)':
    'a request must be denied in the very turn in which the session ends: who ends it tells its requests before the next answer is read',
  '#loginForm.submit -- xstate.error.actor.submit -> #loginForm.edit':
    'the session itself says why nobody is signed in: handing it the credentials does not fail',
  '#newcomer.submit -- xstate.done.actor.submit -> #newcomer.edit.accepted':
    'who is accepted is signed in, and the form is gone before it hears of it',
  '#known.submit -- xstate.done.actor.submit -> #known.edit.accepted':
    'who is accepted is signed in, and the form is gone before it hears of it',
};
