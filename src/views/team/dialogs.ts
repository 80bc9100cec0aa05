/** The dialogs about the people of a team: in one file, for they share most of it. */
export { ProjectPeople } from './ProjectPeople.tsx';
export { TeamSettings } from './TeamSettings.tsx';
