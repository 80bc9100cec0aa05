/** The screen of an act in one file: whoever opens its summary opens its lists next. */
export { ActList } from './ActList.tsx';
export { ActScreen } from './ActScreen.tsx';
export { ActSummaryTable } from './ActSummaryTable.tsx';
