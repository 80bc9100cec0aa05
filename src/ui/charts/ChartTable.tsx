interface ChartTableProps {
  readonly caption: string;
  readonly headings: readonly { readonly key: string; readonly name: string }[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly (string | undefined)[] }[];
}

/** The numbers of a chart as a table, for screen readers. */
export const ChartTable = ({ caption, headings, rows }: ChartTableProps) => (
  <div className="sr-only">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              <td key={headings[at + 1]?.key}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
