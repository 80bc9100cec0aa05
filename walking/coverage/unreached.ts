const BEGINS = 'beginning to follow throws nothing: a socket that cannot be opened, or is cut off, tells so in time, and is tried again';
const STOPS = 'nothing such an actor does can throw: this is what holds should that ever change';

const NO_REVIEW = 'the table whose corrections it hears of is off the screen while what would be carried is on it';

/** Transitions that no person, network or server can cause on a real page, and why. Reviewed like the lists in tests/transitions. */
export const UNREACHED: Readonly<Record<string, string>> = {
  '#session -- request.denied -> (stays)':
    'a request must be denied in the very turn in which the session ends: who ends it tells its requests before the next answer is read',
  '#loginForm.submit -- xstate.error.actor.submit -> #loginForm.edit':
    'the session itself says why nobody is signed in: handing it the credentials does not fail',
  '#newcomer.submit -- xstate.done.actor.submit -> #newcomer.edit.accepted':
    'who is accepted is signed in, and the form is gone before it hears of it',
  '#known.submit -- xstate.done.actor.submit -> #known.edit.accepted':
    'who is accepted is signed in, and the form is gone before it hears of it',
  '#secondStep.checking -- xstate.done.actor.check -> #secondStep.accepted':
    'who is accepted is signed in, and the step is gone before it hears of it',
  '#companySignIn.finishing -- xstate.done.actor.finish -> #companySignIn.arrived':
    'who has arrived is signed in, and the page is gone before it hears of it',
  '#answer.accepting -- xstate.error.actor.acceptAll -> #answer.filling': STOPS,
  '#publicAct.open -- xstate.error.actor.follow -> #publicAct.open.news.lost': BEGINS,
  '#ownCopy.reading -- xstate.error.actor.readCopy -> #ownCopy.kept':
    'the view of a list comes with its rows: while these cannot be read it is waited for',
  '#presence -- xstate.error.actor.watchPeople -> (stays)': BEGINS,
  '#projectFeed -- xstate.error.actor.stream -> (stays)': BEGINS,
  '#subscription.open -- xstate.error.actor.stream -> #subscription.failed': BEGINS,
  '#subscription.renewing -- xstate.error.actor.renewAccess -> #subscription.gaveUp':
    'the end of the session closes every screen that asks a query in its name, mostly before the query hears of it',
  '#blockEdit.refused -- block.asked -> #blockEdit.doing':
    'the dialog that names the cells lies over the table: nothing is asked of the table before it is closed',
  '#import.reviewing.carrying -- lists.changed[0] -> (stays)': NO_REVIEW,
  '#import.reviewing.carrying -- lists.changed[1] -> #import.reviewing.idle': NO_REVIEW,
  '#app -- xstate.error.actor.session -> (stays)': STOPS,
  '#app -- xstate.error.actor.company -> (stays)': STOPS,
  '#app -- xstate.error.actor.invitation -> (stays)': STOPS,
  '#app -- xstate.error.actor.reference -> (stays)': STOPS,
  '#app -- xstate.error.actor.modal -> (stays)': STOPS,
  '#app -- xstate.error.actor.contextMenu -> (stays)': STOPS,
  '#app -- xstate.error.actor.notice -> (stays)': STOPS,
};
