import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import { peerPage } from './page.mjs';

ModuleRegistry.registerModules([AllCommunityModule]);

void peerPage((element, rows, columns) => {
  element.style.height = '100vh';
  const grid = createGrid(element, {
    rowData: rows,
    columnDefs: columns.map(({ id, width, figures }) => ({ field: id, width, editable: true, ...(figures && { type: 'rightAligned' }) })),
  });
  return { scrollTo: (place) => grid.ensureIndexVisible(place) };
});
