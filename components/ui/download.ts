/** Gives the browser a file to keep. `type` a media type. */
export function download(name: string, type: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  downloadFrom(url, name);
  URL.revokeObjectURL(url);
}

/** Has the browser keep what our own server answers at `path`. */
export function downloadFrom(path: string, name: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}
