/** What the rest of the server uses of `card`: the only file of it that others import. */
export { startCardReader } from './reader/register';
export { type RuleWrite, writeCounts, writeRule, writesOfRule } from './write/rule';
export { sendWrite } from './write/service';
