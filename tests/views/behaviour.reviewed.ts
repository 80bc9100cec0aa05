interface Reviewed {
  readonly behaviour: string;
  readonly why: string;
}

/**
 * The hooks of src/views that hold state or have effects. State here ends with its component, and nothing else reads it. Effects pass events of the
 * browser to an actor, or an actor's to the browser. State that outlives a screen, is sent anywhere or decides which events may come next belongs into
 * src/machines.
 */
export const REVIEWED: Readonly<Record<string, Reviewed>> = {
  'account/AccountScreen.tsx': {
    behaviour: 'useState',
    why: 'counts the changes of the password, each of which ends sessions, so that they are read again',
  },
  'account/ApiTokens.tsx': {
    behaviour: 'useState ×3',
    why: 'the choices for a token before it is made, and the moment by which expiry is judged',
  },
  'account/keptForm.ts': {
    behaviour: 'useEffect, useState ×2',
    why: 'what was typed in a form while the page spoke another language, put back into its fields',
  },
  'account/Profile.tsx': {
    behaviour: 'useEffect',
    why: 'the choice of a language has the focus again once the page is made again in it',
  },
  'act/ActList.tsx': {
    behaviour: 'useEffect ×2, useState',
    why: 'loads again after a change, and notifies the open helper; a message that the person has dismissed',
  },
  'act/ActScreen.tsx': {
    behaviour: 'useEffect, useState',
    why: 'closes the dialogs of an act that is gone; counts the changes that the watching actor reports, so that parts load again',
  },
  'act/Answered.tsx': {
    behaviour: 'useState',
    why: 'the answer as last seen, so that one that arrives later can be announced',
  },
  'act/Completion.tsx': {
    behaviour: 'useEffect',
    why: 'a refused undo is shown as a notice',
  },
  'act/SubmitButton.tsx': {
    behaviour: 'useEffect',
    why: 'a refused change of the status is shown as a notice',
  },
  'act/useWidening.tsx': {
    behaviour: 'useState',
    why: 'which refused edits have rows that somebody changed since, so that trying again is offered',
  },
  'actum.tsx': {
    behaviour: 'useEffect ×4, useState',
    why: 'listens to menus and navigation while the screen is open; repeats a failed load when the server is back; shows the company login once the server reports it',
  },
  'answer/ClaimedRows.tsx': {
    behaviour: 'useEffect ×3, useLayoutEffect',
    why: 'loads again when the act has changed, loads the rows in sight, scrolls to the place in the address, and measures where the rows begin',
  },
  'app.tsx': {
    behaviour: 'useEffect, useState',
    why: 'the texts of a language are fetched before they are shown',
  },
  'carrying/CarriedScreen.tsx': {
    behaviour: 'useState',
    why: 'the kind of rows on screen',
  },
  'carrying/CarryOnImport.tsx': {
    behaviour: 'useEffect',
    why: 'notifies the actor of the preview that its import has changed',
  },
  'carrying/CarryReview.tsx': {
    behaviour: 'useEffect',
    why: 'returns the focus to where it was before the list of new rows opened',
  },
  'carrying/Picker.tsx': {
    behaviour: 'useEffect ×2, useState ×2',
    why: 'the highlighted option and the one a row is dragged over; focuses the field and scrolls to the option',
  },
  'compare/CompareRows.tsx': {
    behaviour: 'useEffect',
    why: 'loads again after a change',
  },
  'compare/CompareScreen.tsx': {
    behaviour: 'useState',
    why: 'counts the changes that the watching actor reports, so that parts load again',
  },
  'contract/ContractRows.tsx': {
    behaviour: 'useEffect',
    why: 'loads again after a change',
  },
  'contract/ContractScreen.tsx': {
    behaviour: 'useState',
    why: 'counts the changes that the watching actor reports, so that parts load again',
  },
  'copying.ts': {
    behaviour: 'useState',
    why: 'whether the text of a button was copied',
  },
  'components/FieldsAndChoices.tsx': {
    behaviour: 'useState ×4',
    why: 'the page of samples for work on the design system',
  },
  'components/Floating.tsx': {
    behaviour: 'useState ×3',
    why: 'the page of samples for work on the design system',
  },
  'entrance/Entrance.tsx': {
    behaviour: 'useEffect',
    why: 'the title of the window',
  },
  'entrance/NewPassword.tsx': {
    behaviour: 'useState',
    why: 'the typed text, which the meter under the field judges; the form sends the text of the field',
  },
  'estimate/EstimateList.tsx': {
    behaviour: 'useState',
    why: 'an element of the page another part is drawn into',
  },
  'estimate/ListChanges.tsx': {
    behaviour: 'useEffect',
    why: 'a refused move is shown as a notice',
  },
  'estimate/NewAct.tsx': {
    behaviour: 'useState',
    why: 'the claims of other contracts, while the question how they relate is open',
  },
  'estimate/tools/FindBar.tsx': {
    behaviour: 'useLayoutEffect',
    why: 'the focus of its field',
  },
  'estimate/tools/ListTools.tsx': {
    behaviour: 'useEffect ×2',
    why: 'notifies the search when rows were loaded; goes once to the row that the address names',
  },
  'estimate/tools/useArranging.ts': {
    behaviour: 'useEffect',
    why: 'listens to presses on the headings of the columns',
  },
  'estimate/tools/useAwaitedRows.ts': {
    behaviour: 'useEffect',
    why: 'notifies the table and the actor that waits for rows when some were loaded',
  },
  'estimate/tools/useColumnEdges.ts': {
    behaviour: 'useEffect',
    why: 'the shape of the pointer at the edge of a column; passes a double click to the actor of the edges',
  },
  'estimate/tools/useFillHandle.ts': {
    behaviour: 'useEffect',
    why: 'marks the table element when its cells have a handle, and listens to a double press on it',
  },
  'estimate/tools/useHeldPointer.ts': {
    behaviour: 'useLayoutEffect',
    why: 'passes pointer events to an actor while the actor is dragging something',
  },
  'estimate/tools/useNewRows.ts': {
    behaviour: 'useEffect',
    why: 'focuses a list that was opened empty, so that typing goes there',
  },
  'estimate/tools/useRowActions.ts': {
    behaviour: 'useEffect',
    why: 'a right click on a row opens its menu',
  },
  'estimate/tools/useRowDrag.ts': {
    behaviour: 'useEffect',
    why: 'notifies the actor of the drag when rows came or went',
  },
  'estimate/tools/useSuggestions.tsx': {
    behaviour: 'useEffect ×2',
    why: 'closes suggestions when the table is scrolled, and with their editor',
  },
  'estimate/tools/useTableListeners.ts': {
    behaviour: 'useEffect, useLayoutEffect',
    why: 'listens to the events of the table',
  },
  'extras/AskForExtra.tsx': {
    behaviour: 'useEffect',
    why: 'gives the table the way to request an extra',
  },
  'forms.tsx': {
    behaviour: 'useEffect, useState',
    why: 'the result of the last submission, for the message below; focuses the first invalid field',
  },
  'entrance/CompanyReturn.tsx': {
    behaviour: 'useEffect',
    why: "removes the provider's code from the address",
  },
  'entrance/ConfirmEmail.tsx': { behaviour: 'useEffect', why: 'shows the result of the link once, where it leads a signed-in person' },
  'shell/useTeamOf.ts': { behaviour: 'useEffect', why: 'tells the machine of the active team which team the record on screen belongs to' },
  'grid/widths.ts': {
    behaviour: 'useLayoutEffect, useState',
    why: 'the widest figures among the loaded rows, measured before they are drawn',
  },
  'grid/useInterruption.ts': {
    behaviour: 'useEffect ×3, useState',
    why: 'reports the place in the table when the session ends, and continues there once the row is loaded',
  },
  'grid/NumberEditor.tsx': {
    behaviour: 'useLayoutEffect',
    why: 'listens to text that the browser is about to insert into the editor',
  },
  'grid/useGrid.tsx': {
    behaviour: 'useEffect ×4, useLayoutEffect ×4, useState',
    why: 'tells the grid the numbers of rows and columns; keeps unchanged columns the same objects; hands over unsent text when the table is left',
  },
  'grid/useShownEdits.ts': {
    behaviour: 'useEffect',
    why: 'reports which refused edits have a cell in the table, because only the view knows both its rows and its columns',
  },
  'grid/useWindows.ts': {
    behaviour: 'useEffect',
    why: 'requests the sums when a list is closed while one of its rows loads, because only the view knows that it closes',
  },
  'history/History.tsx': {
    behaviour: 'useEffect, useState',
    why: 'keys of the page are sent to the history; the text of a dialog that is closing',
  },
  'history/Past.tsx': {
    behaviour: 'useEffect ×2',
    why: 'the panel takes the focus when it opens, and closes with the screen of its project',
  },
  'import/importActor.ts': {
    behaviour: 'useEffect, useState',
    why: 'the actor of the screen, which is stopped once the choices made on it are saved',
  },
  'import/ImportRows.tsx': {
    behaviour: 'useEffect',
    why: 'puts the cursor on the error that the machine leads to, once its row is loaded',
  },
  'import/Review.tsx': {
    behaviour: 'useEffect, useState ×3',
    why: 'F8 leads to the next error; the text of a dialog that is closing; lists are read again after a change; the row a person is asked about',
  },
  'import/screen.ts': {
    behaviour: 'useEffect',
    why: 'loads rows again when the store reports that others have changed the import',
  },
  'keptActor.ts': {
    behaviour: 'useLayoutEffect, useState ×2',
    why: 'an actor of the page in another language, which goes on in this one',
  },
  'palette/Palette.tsx': {
    behaviour: 'useEffect ×4, useState',
    why: 'keys of the page open it, and become its text until its field has the focus; passes the actions of screens to its actor; their store is made once',
  },
  'palette/PaletteBox.tsx': {
    behaviour: 'useEffect',
    why: 'the search of rows follows the text, part of which may have been typed before the search was loaded',
  },
  'palette/actions.ts': {
    behaviour: 'useEffect ×2',
    why: 'a screen offers its actions while it is open',
  },
  'palette/keys.ts': {
    behaviour: 'navigator',
    why: 'the name of the Ctrl key on this computer',
  },
  'paper/PrintButton.tsx': {
    behaviour: 'useEffect',
    why: 'a key of the window',
  },
  'paper/rowsToPrint.ts': {
    behaviour: 'useEffect ×2',
    why: 'while they are on screen, a table offers its rows and a button prints for menus',
  },
  'project/useBrought.ts': {
    behaviour: 'useEffect ×2, useState',
    why: 'drops and pastes on the window, and whether a file is dragged over it',
  },
  'projects/Bin.tsx': {
    behaviour: 'useState',
    why: 'the moment it was opened, from which days are counted',
  },
  'projects/CurrencyDialog.tsx': { behaviour: 'useState', why: 'a choice in a form not yet submitted' },
  'projects/NewProject.tsx': {
    behaviour: 'useEffect, useState',
    why: 'notifies the actor when the address asks for the dialog',
  },
  'public/PublicList.tsx': {
    behaviour: 'useEffect',
    why: 'loads again when its act was loaded again',
  },
  'reading.ts': {
    behaviour: 'useEffect ×2',
    why: 'listens to an actor while the screen is open',
  },
  'routing.tsx': {
    behaviour: 'useEffect',
    why: 'the title of the window',
  },
  'sections/FoldTools.tsx': {
    behaviour: 'useEffect ×2',
    why: 'listens to the keys of its table while it is open',
  },
  'sections/useRowView.ts': {
    behaviour: 'useEffect ×2',
    why: 'tells the view under which headings an answered edit put rows, and how the person left the list on another device',
  },
  'shell/Boundary.tsx': {
    behaviour: 'navigator',
    why: 'fetches a part that could not be fetched again once there is a network',
  },
  'shell/HostedTooltip.tsx': {
    behaviour: 'useEffect ×2',
    why: 'tells the tooltip’s actor where the pointer and the focus are, and when the words of an element change or it goes',
  },
  'shell/Layers.tsx': {
    behaviour: 'useEffect, useState ×2',
    why: 'tells the menu what dismisses it; a closing dialog keeps its text until it is gone',
  },
  'shell/ServerAway.tsx': {
    behaviour: 'navigator',
    why: 'whether the browser reports a network',
  },
  'shell/Unsent.tsx': {
    behaviour: 'useState',
    why: 'a list that is folded out',
  },
  'team/TeamFactors.tsx': {
    behaviour: 'useState',
    why: 'whether the field was submitted without a day',
  },
  'team/TeamSettings.tsx': {
    behaviour: 'useEffect, useState ×3',
    why: 'a choice in a form not yet submitted; the moment it was opened; loads the members again when one of them is gone',
  },
  'together/Comments.tsx': {
    behaviour: 'useEffect',
    why: 'keys of the page open a thread; gives the table the marker of a row',
  },
  'together/Thread.tsx': {
    behaviour: 'useEffect ×3',
    why: 'focus, the newest comment scrolled into sight, and an edit that was not sent opened again',
  },
};
