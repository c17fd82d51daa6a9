/** Hands a file to the browser, as if it had been downloaded. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then, and has the content.
  setTimeout(() => URL.revokeObjectURL(url));
}
