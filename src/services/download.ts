/** A browser may begin to read the file well after the click, when it has asked where to save it. */
const READ_WITHIN = 60_000;

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN);
}

/** Hands a text to the browser's downloads. */
export const saveText = (name: string, type: string, text: string): void =>
  download(new Blob([text], { type: `${type};charset=utf-8` }), name);
