/** What the rest of the server uses of `alarm-rule`: the only file of it that others import. */
export { requireRule, ruleRegister, ruleWrites } from './service';
