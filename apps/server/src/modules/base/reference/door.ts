/** What the rest of the server uses of `reference`: the only file of it that others import. */
export { loadReferences, peopleOf, resolveReferences } from './names';
export { usesWords, withUses } from './uses';
