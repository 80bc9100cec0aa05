/** The clipboard's name for cells as Actum copies them: plain decimals, and formulas behind "=". Other programs get their values. */
export const OWN_CELLS = 'text/x-actum-cells';
