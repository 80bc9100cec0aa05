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
    why: 'what is chosen for a token before it is made, and the moment by which one is over',
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
    why: 'reads again when a change was told, and the helper in hand is told so; a sentence somebody has read and put away',
  },
  'act/ActScreen.tsx': {
    behaviour: 'useState',
    why: 'counts the changes told by the watching actor, so that parts read again',
  },
  'act/Answered.tsx': {
    behaviour: 'useState',
    why: 'the answer as it was when the act was opened or somebody has seen it: another one has arrived since',
  },
  'act/Completion.tsx': {
    behaviour: 'useEffect',
    why: 'a refused undo is told as a notice',
  },
  'act/SubmitButton.tsx': {
    behaviour: 'useEffect',
    why: 'a refused change of the status is told as a notice',
  },
  'act/useWidening.tsx': {
    behaviour: 'useState',
    why: 'which refused edits had their rows changed since by somebody, so that they are offered to be tried again',
  },
  'actum.tsx': {
    behaviour: 'useEffect ×4, useState',
    why: 'hears menus and navigation while the screen is there; what could not be loaded is asked for when the server is back; the company’s way in is shown once the server has said so',
  },
  'answer/ClaimedRows.tsx': {
    behaviour: 'useEffect ×3, useLayoutEffect',
    why: 'reads again when the act has changed, reads the rows in sight, scrolls to the place the address names, and measures where the rows begin',
  },
  'app.tsx': {
    behaviour: 'useEffect, useState',
    why: 'the texts of a language are fetched before they are shown',
  },
  'carrying/CarriedScreen.tsx': {
    behaviour: 'useState',
    why: 'the kind of rows that is looked at',
  },
  'carrying/CarryOnImport.tsx': {
    behaviour: 'useEffect',
    why: 'tells the actor of the preview that the import it is made of has changed',
  },
  'carrying/CarryReview.tsx': {
    behaviour: 'useEffect',
    why: 'gives the focus back where it was before the list of new rows opened',
  },
  'carrying/Picker.tsx': {
    behaviour: 'useEffect ×2, useState ×2',
    why: 'the option that the arrows are at and the one a row is dragged over; the field gets the focus, and the option comes into sight',
  },
  'compare/CompareRows.tsx': {
    behaviour: 'useEffect',
    why: 'reads again when a change was told',
  },
  'compare/CompareScreen.tsx': {
    behaviour: 'useState',
    why: 'counts the changes told by the watching actor, so that parts read again',
  },
  'contract/ContractRows.tsx': {
    behaviour: 'useEffect',
    why: 'reads again when a change was told',
  },
  'contract/ContractScreen.tsx': {
    behaviour: 'useState',
    why: 'counts the changes told by the watching actor, so that parts read again',
  },
  'copying.ts': {
    behaviour: 'useState',
    why: 'whether the text of a button was copied',
  },
  'components/FieldsAndChoices.tsx': {
    behaviour: 'useState ×4',
    why: 'the page of samples for whoever works on the design system',
  },
  'components/Floating.tsx': {
    behaviour: 'useState ×3',
    why: 'the page of samples for whoever works on the design system',
  },
  'entrance/Entrance.tsx': {
    behaviour: 'useEffect',
    why: 'the title of the window',
  },
  'entrance/NewPassword.tsx': {
    behaviour: 'useState',
    why: 'the typed text, which the meter under the field judges; the form sends what stands in the field',
  },
  'estimate/EstimateList.tsx': {
    behaviour: 'useState',
    why: 'an element of the page another part is drawn into',
  },
  'estimate/ListChanges.tsx': {
    behaviour: 'useEffect',
    why: 'a refused move is told as a notice',
  },
  'estimate/NewAct.tsx': {
    behaviour: 'useState',
    why: 'what other contracts claim, while it is asked how they go together',
  },
  'estimate/tools/FindBar.tsx': {
    behaviour: 'useLayoutEffect',
    why: 'the focus of its field',
  },
  'estimate/tools/ListTools.tsx': {
    behaviour: 'useEffect ×2',
    why: 'the search is told when rows were read; an address that names a row leads there once',
  },
  'estimate/tools/useArranging.ts': {
    behaviour: 'useEffect',
    why: 'hears presses on the headings of the columns',
  },
  'estimate/tools/useAwaitedRows.ts': {
    behaviour: 'useEffect',
    why: 'tells the table and the actor that waits for rows when some were read',
  },
  'estimate/tools/useColumnEdges.ts': {
    behaviour: 'useEffect',
    why: 'the shape of the pointer at the edge of a column; a double click is told to the actor of the edges',
  },
  'estimate/tools/useFillHandle.ts': {
    behaviour: 'useEffect',
    why: 'the table is a document element that says whether its cells have a handle, and hears a double press on it',
  },
  'estimate/tools/useHeldPointer.ts': {
    behaviour: 'useLayoutEffect',
    why: 'the pointer is told to an actor for as long as the actor holds something with it',
  },
  'estimate/tools/useNewRows.ts': {
    behaviour: 'useEffect',
    why: 'the focus goes into a list that was opened empty, so that what is typed goes there',
  },
  'estimate/tools/useRowActions.ts': {
    behaviour: 'useEffect',
    why: 'a right click on a row opens its menu',
  },
  'estimate/tools/useRowDrag.ts': {
    behaviour: 'useEffect',
    why: 'the actor of the drag is told that rows came or went',
  },
  'estimate/tools/useSuggestions.tsx': {
    behaviour: 'useEffect ×2',
    why: 'suggestions go when the table is scrolled, and with the editor they are for',
  },
  'estimate/tools/useTableListeners.ts': {
    behaviour: 'useEffect, useLayoutEffect',
    why: 'hears the events of the table',
  },
  'extras/AskForExtra.tsx': {
    behaviour: 'useEffect',
    why: 'the table is told how to ask for an extra',
  },
  'forms.tsx': {
    behaviour: 'useEffect, useState',
    why: 'what came of the last submission, for the words beneath; the focus goes to the first wrong field',
  },
  'entrance/CompanyReturn.tsx': {
    behaviour: 'useEffect',
    why: "takes the provider's code out of the address",
  },
  'entrance/ConfirmEmail.tsx': { behaviour: 'useEffect', why: 'says once what came of the link, where it leads a signed-in person' },
  'shell/useTeamOf.ts': { behaviour: 'useEffect', why: 'tells the company which team the record on screen belongs to' },
  'grid/widths.ts': {
    behaviour: 'useLayoutEffect, useState',
    why: 'the widest figures among the rows that have come, measured before they are drawn',
  },
  'grid/useInterruption.ts': {
    behaviour: 'useEffect ×3, useState',
    why: 'lets the interruption read where the person is in the table, and goes on there once the row is read',
  },
  'grid/NumberEditor.tsx': {
    behaviour: 'useLayoutEffect',
    why: 'hears what the browser is about to put into the editor, before it does',
  },
  'grid/useGrid.tsx': {
    behaviour: 'useEffect ×4, useLayoutEffect ×4, useState',
    why: 'tells the grid how many rows and columns there are; keeps its columns the same objects while they mean the same; hands over what was typed when the table is left',
  },
  'grid/useShownEdits.ts': {
    behaviour: 'useEffect',
    why: 'says which refused edits have a cell in the table: only the view knows its rows and columns together',
  },
  'grid/useWindows.ts': {
    behaviour: 'useEffect',
    why: 'a row that is being read when its list is closed has the sums asked for: only the view knows that it goes',
  },
  'history/History.tsx': {
    behaviour: 'useEffect, useState',
    why: 'keys of the page are sent to the history; the text of a dialog that is closing',
  },
  'history/Past.tsx': {
    behaviour: 'useEffect ×2',
    why: 'the panel takes the focus when it opens, and closes with the screen of its project',
  },
  'import/ImportRows.tsx': {
    behaviour: 'useEffect',
    why: 'puts the cursor on the error the machine leads to, once its row is there',
  },
  'import/Review.tsx': {
    behaviour: 'useEffect, useState ×3',
    why: 'F8 leads to the next error; the text of a dialog that is closing; lists are read again after a change; the row a person is asked about',
  },
  'import/screen.ts': {
    behaviour: 'useEffect',
    why: 'rows are loaded again when the store says that others have changed the import',
  },
  'palette/Palette.tsx': {
    behaviour: 'useEffect ×4, useState',
    why: 'keys of the page open it, and are its text until its field has the focus; offers of the screens are told to its actor; the store of them is made once',
  },
  'palette/PaletteBox.tsx': {
    behaviour: 'useEffect',
    why: 'the search of rows follows the text, some of which may have been typed before it was there',
  },
  'palette/actions.ts': {
    behaviour: 'useEffect ×2',
    why: 'a screen offers its actions while it is there',
  },
  'palette/keys.ts': {
    behaviour: 'navigator',
    why: 'which key the machine in front of the person calls Ctrl',
  },
  'paper/PrintButton.tsx': {
    behaviour: 'useEffect',
    why: 'a key of the window',
  },
  'paper/rowsToPrint.ts': {
    behaviour: 'useEffect ×2',
    why: 'a table offers its rows, and a button prints for menus, while each is there',
  },
  'project/useBrought.ts': {
    behaviour: 'useEffect ×2, useState',
    why: 'what is dropped on the window or pasted into it, and whether a file is held over it',
  },
  'projects/Bin.tsx': {
    behaviour: 'useState',
    why: 'the moment it was opened, from which days are counted',
  },
  'projects/CurrencyDialog.tsx': { behaviour: 'useState', why: 'a choice in a form not yet submitted' },
  'projects/NewProject.tsx': {
    behaviour: 'useEffect, useState',
    why: 'the address asks for the dialog: the actor is told',
  },
  'projects/Projects.tsx': {
    behaviour: 'useState ×2',
    why: 'which of the projects read are shown: a filter of what is on screen, gone with it',
  },
  'public/PublicList.tsx': {
    behaviour: 'useEffect',
    why: 'reads again when its act was read again',
  },
  'reading.ts': {
    behaviour: 'useEffect ×2',
    why: 'hears an actor while the screen is there',
  },
  'routing.tsx': {
    behaviour: 'useEffect',
    why: 'the title of the window',
  },
  'sections/FoldTools.tsx': {
    behaviour: 'useEffect ×2',
    why: 'hears the keys of its table while it is there',
  },
  'sections/useRowView.ts': {
    behaviour: 'useEffect ×2',
    why: 'tells the view which headings an answered edit put rows under, and how the person left the list on another device',
  },
  'shell/Boundary.tsx': {
    behaviour: 'navigator',
    why: 'a part that could not be fetched is fetched again once there is a network',
  },
  'shell/Layers.tsx': {
    behaviour: 'useState ×2',
    why: 'a dialog that closes shows its last words until it is gone',
  },
  'shell/ServerAway.tsx': {
    behaviour: 'navigator',
    why: 'whether the browser says there is a network',
  },
  'shell/Unsent.tsx': {
    behaviour: 'useState',
    why: 'a list that is folded out',
  },
  'team/TeamFactors.tsx': {
    behaviour: 'useState',
    why: 'that the field was submitted without a day',
  },
  'team/TeamSettings.tsx': {
    behaviour: 'useState ×3',
    why: 'a choice in a form not yet submitted; the moment it was opened',
  },
  'together/Comments.tsx': {
    behaviour: 'useEffect',
    why: 'keys of the page open a thread; the table is told what marks a row',
  },
  'together/Thread.tsx': {
    behaviour: 'useEffect ×2',
    why: 'focus, and the newest comment scrolled into sight',
  },
};
