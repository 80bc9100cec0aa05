/** The names of the tables that can be edited. An edit names its table, and a screen shows the edits of one. */
export const listTable = (list: number): string => `list ${list}`;
export const summaryTable = (version: number): string => `version ${version}`;
export const actTable = (act: number, list: number): string => `act ${act} list ${list}`;
/** One table for all lists of a file, because the ids of its rows are unique in the file. */
export const importTable = (project: number): string => `import ${project}`;
