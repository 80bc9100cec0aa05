const COLUMNS = [
  { id: 'code', width: 110 },
  { id: 'name', width: 360 },
  { id: 'unit', width: 80 },
  ...['quantity', 'labour', 'materials', 'tools', 'price', 'amount'].map((id) => ({ id, width: 120, figures: true })),
];

/** The page of a peer: all rows come as JSON, as a grid in the client wants them, and are shown; the answer of `show` scrolls. */
export async function peerPage(show) {
  const rows = await (await fetch(`/rows-${new URLSearchParams(location.search).get('rows')}.json`)).json();
  window.peer = show(document.querySelector('main'), rows, COLUMNS);
}
