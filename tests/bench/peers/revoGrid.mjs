import { defineCustomElements } from '@revolist/revogrid/loader';
import { peerPage } from './page.mjs';

defineCustomElements();

void peerPage((element, rows, columns) => {
  const grid = document.createElement('revo-grid');
  grid.style.height = '100vh';
  grid.rowSize = 32;
  grid.columns = columns.map(({ id, width }) => ({ prop: id, name: id, size: width }));
  grid.source = rows;
  element.append(grid);
  return { scrollTo: (place) => grid.scrollToRow(place) };
});
