/** What is needed once a file has been read: one file to fetch. */
export { CheckNumbers } from './CheckNumbers.tsx';
export { ListsFound } from './ListsFound.tsx';
export { Review } from './Review.tsx';
