const BEGINS = 'starting to follow never throws: a socket that cannot be opened, or is cut off, reports that later and is tried again';
const STOPS = 'such an actor cannot throw: the transition is a safeguard in case that changes';

const NO_REVIEW = 'the table that sends corrections is not on screen while the preview of carrying is';

/** Transitions that no person, network or server can cause on a real page, and why. Reviewed like the lists in tests/transitions. */
export const UNREACHED: Readonly<Record<string, string>> = {
  '#session -- request.denied -> (stays)':
    'a request must be denied in the same turn in which the session ends: the session notifies its requests before the next answer is read',
  '#loginForm.submit -- xstate.error.actor.submit -> #loginForm.edit':
    'the session itself reports why nobody is signed in: handing it the credentials does not fail',
  '#newcomer.submit -- xstate.done.actor.submit -> #newcomer.edit.accepted':
    'an accepted person is signed in, and the form is gone before it is notified',
  '#known.submit -- xstate.done.actor.submit -> #known.edit.accepted':
    'an accepted person is signed in, and the form is gone before it is notified',
  '#secondStep.checking -- xstate.done.actor.check -> #secondStep.accepted':
    'an accepted person is signed in, and the step is gone before it is notified',
  '#companySignIn.finishing -- xstate.done.actor.finish -> #companySignIn.arrived':
    'the arrived person is signed in, and the page is gone before it is notified',
  '#answer.accepting -- xstate.error.actor.acceptAll -> #answer.filling': STOPS,
  '#publicAct.open -- xstate.error.actor.follow -> #publicAct.open.news.lost': BEGINS,
  '#ownCopy.reading -- xstate.error.actor.readCopy -> #ownCopy.kept':
    'the view of a list comes with its rows, and is awaited while these cannot be loaded',
  '#presence -- xstate.error.actor.watchPeople -> (stays)': BEGINS,
  '#projectFeed -- xstate.error.actor.stream -> (stays)': BEGINS,
  '#subscription.open -- xstate.error.actor.stream -> #subscription.failed': BEGINS,
  '#subscription.renewing -- xstate.error.actor.renewAccess -> #subscription.gaveUp':
    'the end of the session closes every screen with a query, usually before the query is notified',
  '#blockEdit.refused -- block.asked -> #blockEdit.doing':
    'the dialog that names the cells covers the table, so the table cannot be used before it is closed',
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
