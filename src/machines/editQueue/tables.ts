/** The names of the tables that can be edited: an edit says which one it belongs to, and a screen which one it shows. */
export const listTable = (list: number): string => `list ${list}`;
export const summaryTable = (version: number): string => `version ${version}`;
export const actTable = (act: number, list: number): string => `act ${act} list ${list}`;
/** All lists of a file: its rows have ids of one series. */
export const importTable = (project: number): string => `import ${project}`;
