/** The last part of a path, of whichever system. */
export function nameOfFile(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
