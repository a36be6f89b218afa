/** What the rest of the server uses of `card`: the only file of it that others import. */
export { startCardReader } from './reader/register';
export {
  countWritesOfRules as writeCounts,
  listWritesOfRule as writesOfRule,
  type RuleParameter,
  type RuleWrite,
  sortTargets as sortRuleTargets,
  writeRule,
} from './write/rule';
export { emptyWrite, sendWrite } from './write/service';
