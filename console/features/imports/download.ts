/** Gives the browser a file that was made on the page. */
export function download(name: string, content: string): void {
  // Spreadsheet programs read a file as UTF-8 only with this mark.
  const url = URL.createObjectURL(new Blob(['\uFEFF', content], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
