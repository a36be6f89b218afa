/** The keys of a table of constants, as its type names them. */
export const keysOf = <T extends object>(table: T): Array<Extract<keyof T, string>> =>
  // the compiler must suppose keys that the type does not name; a table of constants has none
  Object.keys(table) as Array<Extract<keyof T, string>>;
