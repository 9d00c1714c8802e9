/** A program as a first one of somebody's own: under another name and another class, since both name it. */
export function copyOfSource(source: string): string {
  return source
    .replace(/^((?:#: *)?scenario +"(?:[^"\\]|\\.)*)" +en +"((?:[^"\\]|\\.)*)"/m, '$1 (copie)" en "$2 (copy)"')
    .replace(/^((?:#: *)?class +\w+)/m, '$1Copy');
}
