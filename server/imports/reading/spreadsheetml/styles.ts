/** The number format of each cell style. */
import { LIMITS } from '../limits.ts';
import { Unreadable } from '../refusals.ts';
import { type Attributes, readXml, type XmlHandler } from '../xml.ts';
import { builtInFormat, type NumberFormat, numberFormat } from './numberFormat.ts';

/** By the style number a cell carries in its `s` attribute. */
export async function readStyles(chunks: AsyncIterable<Buffer>, uses1904: boolean): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inCellFormats = false;
  const handler: XmlHandler = {
    open(name: string, attributes: Attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General');
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats) ids.push(Number(attributes.numFmtId ?? 0));
      if (ids.length > LIMITS.cellFormats || codes.size > LIMITS.cellFormats) throw new Unreadable('TOO_MUCH_MEMORY');
    },
    close(name: string) {
      if (name === 'cellXfs') inCellFormats = false;
    },
    text() {},
  };
  await readXml(chunks, handler);

  const formats = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const code = codes.get(id);
    const format = formats.get(id) ?? (code === undefined ? builtInFormat(id, uses1904) : numberFormat(code, uses1904));
    formats.set(id, format);
    return format;
  });
}
