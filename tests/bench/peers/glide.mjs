import '@glideapps/glide-data-grid/dist/index.css';
import { DataEditor, GridCellKind } from '@glideapps/glide-data-grid';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { peerPage } from './page.mjs';

void peerPage((element, rows, columns) => {
  const editor = createRef();
  const cell = ([column, row]) => {
    const text = String(rows[row][columns[column].id]);
    return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: true };
  };
  createRoot(element).render(
    createElement(DataEditor, {
      ref: editor,
      columns: columns.map(({ id, width }) => ({ id, title: id, width })),
      rows: rows.length,
      getCellContent: cell,
      width: '100vw',
      height: '100vh',
    }),
  );
  return { scrollTo: (place) => editor.current.scrollTo(0, place) };
});
