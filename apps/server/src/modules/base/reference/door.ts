/** What the rest of the server uses of `reference`: the only file of it that others import. */
export { loadReferences, peopleSql, resolveReferences } from './names';
export { addUses, describeUses } from './uses';
